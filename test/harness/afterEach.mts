import { afterEach, jest } from '@jest/globals';

// Also for a test that fails half-way: n8n's modules outlive a test's file, and so would a spy in them.
afterEach(() => void jest.restoreAllMocks());

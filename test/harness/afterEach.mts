import { afterEach, jest } from '@jest/globals';

// Even if a test fails: n8n's modules stay loaded for the next test file, and so would a spy in them.
afterEach(() => void jest.restoreAllMocks());

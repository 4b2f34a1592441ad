import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { ICredentialsHelper, ICredentialType, IDataObject } from 'n8n-workflow';

interface Stored {
	type: string;
	data: IDataObject;
}

type Service<T> = new (...needs: never[]) => T;

interface Encrypted {
	data: string;
	setData(data: IDataObject): Promise<void>;
}

/**
 * Returns n8n's own helper, which decrypts a credential, fills in its defaults and resolves its expressions,
 * as in a server. Only the database and n8n's licensed features are replaced.
 */
export async function credentialsHelper(
	n8nFolder: string,
	packageFolder: string,
	stored: readonly Stored[],
): Promise<ICredentialsHelper> {
	const load = createRequire(join(n8nFolder, 'package.json'));
	const { Credentials, Cipher, EncryptionKeyProxy } = load('n8n-core') as {
		Credentials: new (of: object, type: string) => Encrypted;
		Cipher: Service<{ encryptDEKWithInstanceKey(key: string): string }>;
		EncryptionKeyProxy: Service<{ setProvider(provider: object): void }>;
	};
	const { Container } = load('@n8n/di') as { Container: { get<T>(service: Service<T>): T } };
	const value = Container.get(Cipher).encryptDEKWithInstanceKey(randomBytes(32).toString('hex'));
	const key = { id: 'bench', value, algorithm: 'aes-256-gcm', format: 'prefixed' };
	const keyOf = async () => key;
	Container.get(EncryptionKeyProxy).setProvider({ getActiveKey: keyOf, getKeyById: keyOf });
	const { CredentialsHelper } = load(
		join(n8nFolder, 'node_modules', 'n8n', 'dist', 'credentials-helper.js'),
	) as { CredentialsHelper: new (...services: object[]) => ICredentialsHelper };

	const entities = new Map<string, object>();
	for (const { type, data } of stored) {
		const encrypted = new Credentials({ id: type, name: type }, type);
		await encrypted.setData(data);
		const entity = { id: type, name: type, type, data: encrypted.data, usageScope: 'project' };
		entities.set(type, entity);
	}
	const types = new Map<string, ICredentialType>();
	const typeNamed = (name: string): ICredentialType => {
		const known = types.get(name);
		if (known) return known;
		const [path, exported] =
			name === 'dataAccessApi'
				? [join(packageFolder, 'dist/credentials/DataAccessApi.credentials.js'), 'DataAccessApi']
				: ['n8n-nodes-base/dist/credentials/HttpBearerAuth.credentials.js', 'HttpBearerAuth'];
		const loaded = load(path) as Record<string, new () => ICredentialType>;
		const type = new loaded[exported]!();
		types.set(name, type);
		return type;
	};
	return new CredentialsHelper(
		{ getByName: typeNamed, getParentTypes: () => [], getSupportedNodes: () => [] },
		{ applyOverwrite: (_type: string, data: IDataObject) => data },
		{ findOneByOrFail: async ({ type }: { type: string }) => entities.get(type) },
		{ resolveIfNeeded: async (_of: object, data: IDataObject) => ({ data, isDynamic: false }) },
		{},
		{ isExternalSecretsLicensed: () => false },
		{},
		{},
		{ enforceCredentialDecrypt: async () => {} },
	);
}

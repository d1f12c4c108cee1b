export { type ApiKey, ApiKeyShape, type ApiKeys, createApiKeys } from './api-keys.ts'
export { keyOperations } from './operations.ts'
export { forgetGivenKeys, type RevokedKeys, restorableKeys } from './revoked-keys.ts'

export { type ApiKey, ApiKeyShape, type ApiKeys, createApiKeys, newApiKey } from './api-keys.ts'
export { keyOperations } from './operations.ts'

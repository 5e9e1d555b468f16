// The door of this feature: APIs as skills, from their description to their answers.

export type { ApiOperation, ApiParameter, ApiRemark, ConvertedApi } from './api-operation.ts';
export { createApiRuntime } from './calls/api-runtime.ts';
export { createApiLibrary, type ApiLibrary } from './library/api-library.ts';
export { apiTools, type ApiTool } from './offers/api-tools.ts';
export { apiPlaceOf, convertApi } from './operations/convert-api.ts';
export { buildRequest, type ApiRequest } from './request/build-request.ts';

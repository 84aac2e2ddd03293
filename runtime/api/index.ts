export { ApiProblem } from './api-problem.ts';
export { RuntimeUnreachable } from './api-sender.ts';
export { type Api, type ApiAnswerSeen, type ApiOptions, createApi } from './create-api.ts';
export { type ApiClient, openApiClient } from './open-api-client.ts';
export { type Ordering, type Orders, openOrders } from './orders.ts';
export { refuseAddress } from './refuse-address.ts';

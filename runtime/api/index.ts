export { type Api, type ApiAnswerSeen, type ApiOptions, createApi } from './create-api.ts';
export { refuseAddress } from './refuse-address.ts';

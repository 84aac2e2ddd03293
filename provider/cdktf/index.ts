/** The constructs of CDKTF. No other folder of ours knows cdktf. */

export { AlmanacProvider, type AlmanacProviderProps } from './almanac-provider.ts';
export { Calendar } from './calendar.ts';
export { Channel } from './channel.ts';
export { Grant } from './grant.ts';
export { Job } from './job.ts';
export { Policy } from './policy.ts';
export type {
  AtSchedule,
  CalendarProps,
  ChannelProps,
  CronSchedule,
  EverySchedule,
  GrantProps,
  JobProps,
  ManualSchedule,
  PolicyProps,
  Reference,
  ScenarioProps,
  Schedule,
  SilenceProps,
  TenantProps,
} from './props.ts';
export { Scenario } from './scenario.ts';
export { Silence } from './silence.ts';
export { Tenant } from './tenant.ts';

import type {
  CalendarSpec,
  ChannelSpec,
  Cron,
  DurationText,
  GrantSpec,
  InstantOrWallTime,
  InstantText,
  JobSpec,
  PolicySpec,
  ScenarioSpec,
  ScheduleSpec,
  SilenceSpec,
  TenantSpec,
} from '../../schema/index.ts';
import type { Calendar } from './calendar.ts';
import type { Channel } from './channel.ts';
import type { Job } from './job.ts';
import type { Policy } from './policy.ts';
import type { Tenant } from './tenant.ts';

/** A declaration by its construct, or by the name that it has elsewhere. */
export type Reference<Declared> = Declared | string;

/** Whose declaration it is, and its name. */
export interface OwnedProps {
  /** The tenant that owns the declaration. */
  readonly tenant: Reference<Tenant>;
  /** Name of the declaration. Left out, it is the construct's id. */
  readonly name?: string;
}

/** Who owns declarations. */
export interface TenantProps extends Omit<TenantSpec, 'alerts'> {
  /** Name of the tenant. Left out, it is the construct's id. */
  readonly name?: string;
  /** Where alerts of the tenant go. */
  readonly alerts?: { readonly channels: readonly Reference<Channel>[] };
}

/** The five answers, and what goes with them. */
export interface PolicyProps extends OwnedProps, PolicySpec {}

/** A thing to start on a schedule. */
export interface JobProps extends OwnedProps, Omit<JobSpec, 'schedule' | 'policy'> {
  /** When the job fires. */
  readonly schedule: Schedule;
  /** What becomes of its fires: a policy, the name of one, or a complete one in place. */
  readonly policy: Reference<Policy> | PolicySpec;
}

/** When a job fires. A cron expression says nothing without a zone, so that the type asks for both. */
export type Schedule = CronSchedule | EverySchedule | AtSchedule | ManualSchedule;

/** What any schedule may have. */
export interface ScheduleLimits
  extends Omit<
    ScheduleSpec,
    'cron' | 'every' | 'anchor' | 'at' | 'manual' | 'zone' | 'dayMatch' | 'exclude' | 'include'
  > {
  /** Calendars on whose dates the job does not fire. */
  readonly exclude?: readonly Reference<Calendar>[];
  /** Calendars on whose dates alone the job fires. */
  readonly include?: readonly Reference<Calendar>[];
}

export interface CronSchedule extends ScheduleLimits {
  /** Five cron fields: minute, hour, day of month, month, day of week; or a list of such expressions. */
  readonly cron: Cron;
  /** The IANA time zone in which the expression is read. */
  readonly zone: string;
  /** Which days match where an expression restricts both the day of month and the day of week. */
  readonly dayMatch?: 'either' | 'both';
}

export interface EverySchedule extends ScheduleLimits {
  /** Elapsed time between fires, counted from `anchor`. */
  readonly every: DurationText;
  /** The first fire, from which the others are counted. */
  readonly anchor: InstantText;
}

export interface AtSchedule extends ScheduleLimits {
  /** The instants or wall times at which the job fires. */
  readonly at: readonly InstantOrWallTime[];
  /** The zone in which wall times are read. */
  readonly zone?: string;
}

export interface ManualSchedule extends ScheduleLimits {
  /** The job never fires by itself. */
  readonly manual: true;
}

/** A named set of dates. */
export interface CalendarProps extends OwnedProps, Omit<CalendarSpec, 'ics'> {
  /** Path of an iCalendar file, from the folder in which the app runs. It is copied beside the stack. */
  readonly ics?: string;
}

/** Who may do what. */
export interface GrantProps extends OwnedProps, Omit<GrantSpec, 'scope'> {
  /** The jobs concerned: `*` is all of the tenant's. */
  readonly scope: {
    readonly jobs: readonly Reference<Job>[];
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** Where alerts go. */
export interface ChannelProps extends OwnedProps, ChannelSpec {}

/** When alerts are silent. */
export interface SilenceProps extends OwnedProps, Omit<SilenceSpec, 'jobs'> {
  /** The jobs concerned: `*` is all of the tenant's. */
  readonly jobs: readonly Reference<Job>[];
}

/** A bad night to try a plan against. */
export interface ScenarioProps extends OwnedProps, ScenarioSpec {}

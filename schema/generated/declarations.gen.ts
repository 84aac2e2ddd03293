/* Generated from schema/kinds by `npm run generate`: edit those, not this. */

/**
 * A document of any kind, told by `kind`.
 */
export type Declaration =
  | TenantDeclaration
  | PolicyDeclaration
  | JobDeclaration
  | CalendarDeclaration
  | GrantDeclaration
  | ChannelDeclaration
  | SilenceDeclaration
  | ScenarioDeclaration;

/**
 * The name of the tenant.
 */
export interface TenantMetadata {
  /**
   * Name of the tenant; its other declarations carry it as `metadata.tenant`.
   */
  readonly name: DnsLabel;
}

/**
 * Who answers for the tenant, and its caps.
 */
export interface TenantSpec {
  /**
   * The people or groups that answer for the tenant.
   *
   * @minItems 1
   */
  readonly owners: readonly Text[];
  /**
   * Where alerts of the tenant go.
   */
  readonly alerts?: Alerts;
  /**
   * What the two lanes may carry. A cap left out is no cap.
   */
  readonly lanes?: Lanes;
  /**
   * Groups of jobs that share a cap, by name; a job joins one with `spec.group`.
   */
  readonly groups?: {
    readonly [k: string]: Group;
  };
  /**
   * How long the history of fires and runs is kept.
   */
  readonly retention?: DurationText;
}

/**
 * Where alerts go.
 */
export interface Alerts {
  /**
   * Names of the tenant's channels; each alert goes to all of them.
   *
   * @minItems 1
   */
  readonly channels: readonly DnsLabel[];
}

/**
 * The lanes in which runs queue.
 */
export interface Lanes {
  /**
   * The lane of fires on their schedule.
   */
  readonly scheduled?: ScheduledLane;
  /**
   * The lane of backfills.
   */
  readonly backfill?: BackfillLane;
}

/**
 * Caps of the scheduled lane.
 */
export interface ScheduledLane {
  /**
   * The most runs going on at once.
   */
  readonly maxConcurrent?: number;
  /**
   * The most runs dispatched in one UTC minute.
   */
  readonly maxPerMinute?: number;
}

/**
 * Caps of the backfill lane, and its floor.
 */
export interface BackfillLane {
  /**
   * The most backfill runs going on at once.
   */
  readonly maxConcurrent?: number;
  /**
   * The most backfill runs dispatched in one UTC minute.
   */
  readonly maxPerMinute?: number;
  /**
   * The floor: backfill runs dispatched in one UTC minute however busy the scheduled lane is, within the lane's own caps.
   */
  readonly minPerMinute?: number;
}

/**
 * A cap over several jobs of the tenant.
 */
export interface Group {
  /**
   * The most runs of the group's jobs going on at once.
   */
  readonly maxConcurrent: number;
}

/**
 * A DNS label: 1 to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends.
 */
export type DnsLabel = string;

/**
 * Text for people to read; not empty.
 */
export type Text = string;

/**
 * One or more of days, hours, minutes and seconds, in that order: `90s`, `1h30m`, `2d 12h`. A day is 24 h.
 */
export type DurationText = string;

/**
 * Who owns declarations: its owners, where it is told of trouble, and what it may use.
 */
export interface TenantDeclaration {
  /**
   * The version of the language of declarations.
   */
  readonly apiVersion: 'almanac/v1';
  /**
   * What is declared.
   */
  readonly kind: 'Tenant';
  /**
   * The name of the tenant.
   */
  readonly metadata: TenantMetadata;
  /**
   * Who answers for the tenant, and its caps.
   */
  readonly spec: TenantSpec;
}

/**
 * The five answers, all required, and what goes with them.
 */
export interface PolicySpec {
  /**
   * When is a fire late? Not dispatched this long after it was due, the tenant is told; first seen later than this, the fire counts as missed. At least `1m`.
   */
  readonly lateAfter: DurationText;
  /**
   * When is it too late to start? How long after it was due a fire may still be dispatched; then it expires. At least `lateAfter`, or `unlimited`.
   */
  readonly horizon: DurationOrUnlimited;
  /**
   * What if the previous run is still going on, or an older fire of the job is open?
   */
  readonly overlap: Overlap;
  /**
   * What becomes of missed fires? `none` drops them; `latest` collapses them into one run; `coalesce` does the same and widens that run's window over them; `all` gives each its own run.
   */
  readonly catchUp: 'none' | 'latest' | 'coalesce' | 'all';
  /**
   * What if the clocks change? Asked of schedules that name hours; those that fire in every hour never lose or repeat a fire.
   */
  readonly dst: Dst;
  /**
   * Which reports a run owes. The absence of one raises an alarm.
   */
  readonly report?: Report;
  /**
   * How often, and how soon again, one run is attempted. Left out, there is one attempt.
   */
  readonly retry?: Retry;
}

/**
 * A duration such as `6h`, or `unlimited`.
 */
export type DurationOrUnlimited = string;

/**
 * `allow` dispatches beside it; `skip` drops the fire; `queue-one` lets one fire wait; `{queue: {max: n}}` lets n wait; `replace` asks the target to cancel the run and keeps only the newest fire.
 */
export type Overlap = ('allow' | 'skip' | 'queue-one' | 'replace') | OverlapQueue;

/**
 * Fires wait for the run to end, up to a number.
 */
export interface OverlapQueue {
  /**
   * The waiting fires.
   */
  readonly queue: Queue;
}

/**
 * How many fires of the job may wait.
 */
export interface Queue {
  /**
   * The most fires that may wait; of more, the newest is dropped.
   */
  readonly max: number;
}

/**
 * What the job does at a gap and at a fold.
 */
export interface Dst {
  /**
   * What of a wall time that does not exist? `shift` fires later by the length of the gap (02:30 becomes 03:30); `next` fires at the first instant after the gap; `skip` does not fire.
   */
  readonly gap: 'shift' | 'next' | 'skip';
  /**
   * What of a wall time that occurs twice? Fires at the `first`, at the `second`, or at `both`.
   */
  readonly fold: 'first' | 'second' | 'both';
}

/**
 * The reports that a run owes, and when.
 */
export interface Report {
  /**
   * How long after dispatch the start report is due; alarms only.
   */
  readonly startWithin?: DurationText;
  /**
   * How long after its start, else after dispatch, a run's finish report is due; alarms only.
   */
  readonly finishWithin?: DurationText;
  /**
   * How long after its last heartbeat, else after dispatch, a run ends as `lost`. At least `finishWithin`.
   */
  readonly lostAfter?: DurationText;
}

/**
 * Attempts of one run.
 */
export interface Retry {
  /**
   * The most attempts, the first included.
   */
  readonly attempts: number;
  /**
   * The wait before the second attempt; it doubles from there.
   */
  readonly minBackoff: DurationText;
  /**
   * The longest wait between two attempts.
   */
  readonly maxBackoff: DurationText;
}

/**
 * Whose declaration it is, and its name.
 */
export interface Metadata {
  /**
   * The tenant that owns the declaration, by the name of its Tenant document.
   */
  readonly tenant: DnsLabel;
  /**
   * Name of the declaration, unique among the tenant's declarations of this kind.
   */
  readonly name: DnsLabel;
}

/**
 * A tenant's named answer to the five questions of what becomes of a fire.
 */
export interface PolicyDeclaration {
  /**
   * The version of the language of declarations.
   */
  readonly apiVersion: 'almanac/v1';
  /**
   * What is declared.
   */
  readonly kind: 'Policy';
  /**
   * Whose declaration it is, and its name.
   */
  readonly metadata: Metadata;
  /**
   * The five answers, all required, and what goes with them.
   */
  readonly spec: PolicySpec;
}

/**
 * When the job fires, what becomes of its fires, and what a run starts.
 */
export interface JobSpec {
  /**
   * When the job fires.
   */
  readonly schedule: ScheduleSpec;
  /**
   * What becomes of its fires: the name of one of the tenant's policies, or a complete policy written in place.
   */
  readonly policy: PolicyOrName;
  /**
   * What a run starts. Exactly one of `http`, `pubsub`, `cloudRunJob` and `command`.
   */
  readonly target: Target;
  /**
   * What the job is for.
   */
  readonly description?: Text;
  /**
   * How long a run usually lasts; plans and rules reckon with it.
   */
  readonly expectedDuration?: DurationText;
  /**
   * What a run costs; the plan of a backfill adds it up.
   */
  readonly cost?: Cost;
  /**
   * A stretch of time in which nothing of the job is dispatched.
   */
  readonly paused?: PauseSpec;
  /**
   * One of the tenant's groups (`groups` of the Tenant), whose cap holds over all its jobs.
   */
  readonly group?: DnsLabel;
  /**
   * Labels by which grants and people select jobs.
   */
  readonly labels?: Labels;
  /**
   * The name the job had before: its history is kept and its fires are paired. Without it a rename is a removal and an addition.
   */
  readonly renamedFrom?: DnsLabel;
}

/**
 * When the job fires. Exactly one of `cron`, `every`, `at` and `manual`.
 */
export interface ScheduleSpec {
  /**
   * Five cron fields: minute, hour, day of month, month, day of week; or a list of such expressions. Needs `zone`.
   */
  readonly cron?: Cron;
  /**
   * Elapsed time between fires, counted from `anchor`. No zone and no change of clocks touches it.
   */
  readonly every?: DurationText;
  /**
   * The first fire of `every`, from which the others are counted. Required with `every`.
   */
  readonly anchor?: InstantText;
  /**
   * The instants or wall times at which the job fires; wall times need `zone`.
   *
   * @minItems 1
   */
  readonly at?: readonly InstantOrWallTime[];
  /**
   * The job never fires by itself; it is only ever run by order.
   */
  readonly manual?: true;
  /**
   * The IANA time zone in which wall times are read. Required with `cron`.
   */
  readonly zone?: Text;
  /**
   * Which days match where an expression restricts both the day of month and the day of week: those that match `either` field, or `both`. Must be written then.
   */
  readonly dayMatch?: 'either' | 'both';
  /**
   * The first instant at which the job may fire, inclusive.
   */
  readonly start?: InstantText;
  /**
   * The first instant past the schedule's end: nothing fires at it or later.
   */
  readonly end?: InstantText;
  /**
   * Names of the tenant's calendars on whose dates the job does not fire.
   *
   * @minItems 1
   */
  readonly exclude?: readonly DnsLabel[];
  /**
   * Names of the tenant's calendars; the job fires only on their dates.
   *
   * @minItems 1
   */
  readonly include?: readonly DnsLabel[];
  /**
   * What of a date that a calendar takes away? `skip` does not fire; `next-day` and `previous-day` fire on the nearest date that stays, within 31 days. Left out, it is `skip`.
   */
  readonly onExcluded?: 'skip' | 'next-day' | 'previous-day';
  /**
   * Single fires that are left out, each by its exact instant. One that matches no fire is an error.
   */
  readonly skips?: readonly InstantWithReason[];
  /**
   * Single fires that are added, each at its exact instant.
   */
  readonly extras?: readonly InstantWithReason[];
  /**
   * Puts the fire's due instant off by a stable part of this span, taken from the job's id, so that jobs of one minute don't start together.
   */
  readonly spread?: DurationText;
}

/**
 * One cron expression, or a list of them.
 */
export type Cron = Text | readonly Text[];

/**
 * An instant with `Z` or an offset, or a wall time without: `2027-03-28T01:30:00Z`, `2027-03-28T02:30`.
 */
export type InstantOrWallTime = string;

/**
 * One exact instant, and why.
 */
export interface InstantWithReason {
  /**
   * The scheduled instant of the fire.
   */
  readonly at: InstantText;
  /**
   * Why; shown wherever the fire is explained.
   */
  readonly reason: Text;
}

/**
 * The name of a policy, or a complete policy.
 */
export type PolicyOrName = DnsLabel | PolicySpec;

/**
 * A stretch of time, `[from, until)`, in which nothing of the job is dispatched.
 */
export interface PauseSpec {
  /**
   * When the pause begins, inclusive.
   */
  readonly from: InstantText;
  /**
   * When the pause ends, exclusive.
   */
  readonly until: InstantText;
  /**
   * Why; shown wherever a fire in the pause is explained.
   */
  readonly reason: Text;
  /**
   * What becomes of the fires in the pause: `skip` drops them; `hold` lets them wait for its end, where they are judged as missed or not.
   */
  readonly fires: 'skip' | 'hold';
}

/**
 * What a run costs.
 */
export interface Cost {
  /**
   * Cost of one run, in `currency`.
   */
  readonly perRun: number;
  /**
   * ISO 4217 code of the currency.
   */
  readonly currency?: string;
}

/**
 * What a run starts. Exactly one of its keys.
 */
export interface Target {
  /**
   * A request to a web service.
   */
  readonly http?: HttpTarget;
  /**
   * A message on a Pub/Sub topic.
   */
  readonly pubsub?: PubsubTarget;
  /**
   * An execution of a Cloud Run job.
   */
  readonly cloudRunJob?: CloudRunJobTarget;
  /**
   * A command on the machine of the embedded runtime, if that was started with `--allow-commands`.
   */
  readonly command?: CommandTarget;
}

/**
 * A request to a web service, as a CloudEvents 1.0 event.
 */
export interface HttpTarget {
  /**
   * Where the request goes.
   */
  readonly url: HttpUrl;
  /**
   * The method of the request.
   */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Headers of the request, by name; a value is text or a reference to a secret.
   */
  readonly headers?: {
    readonly [k: string]: TextOrSecret;
  };
  /**
   * Data of the event: text, or an object that is sent as JSON.
   */
  readonly body?: string | Record<string, unknown>;
  /**
   * What tells the end of the run: the `response`, or a `report` that the service sends later.
   */
  readonly completion?: 'response' | 'report';
  /**
   * How the request proves who sends it. Left out, it does not.
   */
  readonly auth?: HttpAuth;
  /**
   * The longest time for one attempt.
   */
  readonly timeout?: DurationText;
}

/**
 * How a request proves who sends it.
 */
export interface HttpAuth {
  /**
   * An OIDC ID token.
   */
  readonly oidc: Oidc;
}

/**
 * An OIDC ID token in the request.
 */
export interface Oidc {
  /**
   * Audience of the token.
   */
  readonly audience: Text;
  /**
   * The service account that the token is for. Left out, it is the runtime's own.
   */
  readonly serviceAccount?: Text;
}

/**
 * A message on a Pub/Sub topic, as a CloudEvents 1.0 event.
 */
export interface PubsubTarget {
  /**
   * The topic.
   */
  readonly topic: TopicName;
  /**
   * Attributes of the message, by name.
   */
  readonly attributes?: {
    readonly [k: string]: string;
  };
  /**
   * Ordering key of the message.
   */
  readonly orderingKey?: Text;
  /**
   * The longest time for one attempt.
   */
  readonly timeout?: DurationText;
}

/**
 * An execution of a Cloud Run job.
 */
export interface CloudRunJobTarget {
  /**
   * Full name of the Cloud Run job: `projects/PROJECT/locations/REGION/jobs/JOB`.
   */
  readonly job: string;
  /**
   * Arguments in place of the container's own.
   */
  readonly args?: readonly string[];
  /**
   * Environment variables of the execution; a value is text or a reference to a secret.
   */
  readonly env?: {
    readonly [k: string]: TextOrSecret;
  };
  /**
   * The longest time for one attempt.
   */
  readonly timeout?: DurationText;
}

/**
 * A command on the machine of the embedded runtime.
 */
export interface CommandTarget {
  /**
   * The program and its arguments. No shell reads them.
   *
   * @minItems 1
   */
  readonly run: readonly string[];
  /**
   * The folder in which it runs.
   */
  readonly cwd?: Text;
  /**
   * Environment variables of the command; a value is text or a reference to a secret.
   */
  readonly env?: {
    readonly [k: string]: TextOrSecret;
  };
  /**
   * The longest time for one attempt.
   */
  readonly timeout?: DurationText;
}

/**
 * Text, or a reference to a secret.
 */
export type TextOrSecret = string | SecretReference;

/**
 * A reference to a secret, read when a run is dispatched. Secrets are never text.
 */
export interface SecretReference {
  /**
   * The secret, by full name.
   */
  readonly secret: SecretName;
}

/**
 * A point in time as in RFC 3339, in whole seconds, with `Z` or an offset: `2027-03-28T01:30:00Z`.
 */
export type InstantText = string;

/**
 * Labels by name.
 */
export interface Labels {
  readonly [k: string]: string;
}

/**
 * An absolute http or https URL without a user or password in it.
 */
export type HttpUrl = string;

/**
 * Full name of a Pub/Sub topic: `projects/PROJECT/topics/TOPIC`.
 */
export type TopicName = string;

/**
 * Full name of a version of a secret in Secret Manager: `projects/PROJECT/secrets/SECRET/versions/VERSION`.
 */
export type SecretName = string;

/**
 * A named thing to start on a schedule. Its id is `tenant/name`.
 */
export interface JobDeclaration {
  /**
   * The version of the language of declarations.
   */
  readonly apiVersion: 'almanac/v1';
  /**
   * What is declared.
   */
  readonly kind: 'Job';
  /**
   * Whose declaration it is, and its name.
   */
  readonly metadata: Metadata;
  /**
   * When the job fires, what becomes of its fires, and what a run starts.
   */
  readonly spec: JobSpec;
}

/**
 * The dates: listed, read from an iCalendar file, or both.
 */
export interface CalendarSpec {
  /**
   * The dates, each alone or with a name.
   */
  readonly dates?: readonly DateOrNamedDate[];
  /**
   * Path of an iCalendar file, relative to the file of this declaration.
   */
  readonly ics?: Text;
  /**
   * The last date that the calendar speaks for; fires past it are warned about.
   */
  readonly validUntil?: DateText;
}

/**
 * A date, alone or with a name.
 */
export type DateOrNamedDate = DateText | NamedDate;

/**
 * A date with a name.
 */
export interface NamedDate {
  /**
   * The date.
   */
  readonly date: DateText;
  /**
   * What the date is; shown wherever a fire on it is explained.
   */
  readonly name: Text;
}

/**
 * A calendar date, year first: `2027-12-25`.
 */
export type DateText = string;

/**
 * A named set of dates, which schedules exclude or include.
 */
export interface CalendarDeclaration {
  /**
   * The version of the language of declarations.
   */
  readonly apiVersion: 'almanac/v1';
  /**
   * What is declared.
   */
  readonly kind: 'Calendar';
  /**
   * Whose declaration it is, and its name.
   */
  readonly metadata: Metadata;
  /**
   * The dates: listed, read from an iCalendar file, or both.
   */
  readonly spec: CalendarSpec;
}

/**
 * Who may do what, to which jobs, until when.
 */
export interface GrantSpec {
  /**
   * Who: people, groups or service accounts, as the identity provider names them.
   *
   * @minItems 1
   */
  readonly principals: readonly Text[];
  /**
   * What they may do. Having written a job never implies `backfill:request` or `backfill:approve`.
   *
   * @minItems 1
   */
  readonly verbs: readonly Verb[];
  /**
   * The jobs concerned.
   */
  readonly scope: Scope;
  /**
   * When the grant ends. Left out, it stands until it is removed.
   */
  readonly expires?: InstantText;
}

/**
 * Something to do with a job.
 */
export type Verb =
  'read' | 'apply' | 'run' | 'run:cancel' | 'backfill:request' | 'backfill:approve' | 'hold' | 'ack';

/**
 * Jobs of the tenant. Those that are named and, if labels are given, carry all of these.
 */
export interface Scope {
  /**
   * Names of jobs; `*` is all of the tenant's.
   *
   * @minItems 1
   */
  readonly jobs: readonly JobName[];
  /**
   * Labels that a job must carry, all of them.
   */
  readonly labels?: Labels;
}

/**
 * Name of one of the tenant's jobs, or `*` for all of them.
 */
export type JobName = string;

/**
 * What people and services may do with the tenant's jobs. What is not granted is denied.
 */
export interface GrantDeclaration {
  /**
   * The version of the language of declarations.
   */
  readonly apiVersion: 'almanac/v1';
  /**
   * What is declared.
   */
  readonly kind: 'Grant';
  /**
   * Whose declaration it is, and its name.
   */
  readonly metadata: Metadata;
  /**
   * Who may do what, to which jobs, until when.
   */
  readonly spec: GrantSpec;
}

/**
 * Where alerts go. Exactly one of `webhook` and `pubsub`.
 */
export interface ChannelSpec {
  /**
   * A request to a web service for each alert.
   */
  readonly webhook?: Webhook;
  /**
   * A message on a Pub/Sub topic for each alert.
   */
  readonly pubsub?: AlertTopic;
}

/**
 * A request to a web service.
 */
export interface Webhook {
  /**
   * Where the request goes.
   */
  readonly url: HttpUrl;
  /**
   * The secret with which requests are signed, by full name.
   */
  readonly secret?: SecretName;
}

/**
 * A Pub/Sub topic.
 */
export interface AlertTopic {
  /**
   * The topic.
   */
  readonly topic: TopicName;
}

/**
 * Where alerts go.
 */
export interface ChannelDeclaration {
  /**
   * The version of the language of declarations.
   */
  readonly apiVersion: 'almanac/v1';
  /**
   * What is declared.
   */
  readonly kind: 'Channel';
  /**
   * Whose declaration it is, and its name.
   */
  readonly metadata: Metadata;
  /**
   * Where alerts go. Exactly one of `webhook` and `pubsub`.
   */
  readonly spec: ChannelSpec;
}

/**
 * Which jobs are silent, from when to when, and why.
 */
export interface SilenceSpec {
  /**
   * When the silence begins, inclusive.
   */
  readonly from: InstantText;
  /**
   * When the silence ends, exclusive.
   */
  readonly until: InstantText;
  /**
   * Why.
   */
  readonly reason: Text;
  /**
   * Names of jobs; `*` is all of the tenant's.
   *
   * @minItems 1
   */
  readonly jobs: readonly JobName[];
}

/**
 * A maintenance window in which alerts are silent. Fires and history go on.
 */
export interface SilenceDeclaration {
  /**
   * The version of the language of declarations.
   */
  readonly apiVersion: 'almanac/v1';
  /**
   * What is declared.
   */
  readonly kind: 'Silence';
  /**
   * Whose declaration it is, and its name.
   */
  readonly metadata: Metadata;
  /**
   * Which jobs are silent, from when to when, and why.
   */
  readonly spec: SilenceSpec;
}

/**
 * What goes wrong. At least one of its keys.
 */
export interface ScenarioSpec {
  /**
   * The outages.
   *
   * @minItems 1
   */
  readonly outages?: readonly Outage[];
  /**
   * How long a run lasts, by name of the job. Others last as long as their `expectedDuration`.
   */
  readonly durations?: {
    readonly [k: string]: DurationText;
  };
}

/**
 * A stretch of time, `[from, until)`, in which something is down.
 */
export interface Outage {
  /**
   * When the outage begins, inclusive.
   */
  readonly from: InstantText;
  /**
   * When the outage ends, exclusive.
   */
  readonly until: InstantText;
  /**
   * What is down: the `platform` decides nothing, or the `target` accepts nothing.
   */
  readonly of: 'platform' | 'target';
}

/**
 * A bad night to try a plan against: outages, and how long runs last.
 */
export interface ScenarioDeclaration {
  /**
   * The version of the language of declarations.
   */
  readonly apiVersion: 'almanac/v1';
  /**
   * What is declared.
   */
  readonly kind: 'Scenario';
  /**
   * Whose declaration it is, and its name.
   */
  readonly metadata: Metadata;
  /**
   * What goes wrong. At least one of its keys.
   */
  readonly spec: ScenarioSpec;
}

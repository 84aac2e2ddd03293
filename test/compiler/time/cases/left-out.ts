const yearSteps = 'no year field; every n-th year is not a pair of bounds';
const pastTables = 'past the end of the zone tables, which moves with the tzdata';
const systemd = 'a systemd calendar event; its syntax is nothing to refuse here';
const dayOffset = 'a day offset on top of an expression is not in the language';
const nearestToLast = 'the weekday nearest to the n-th last day is not in the language';
const hashed = '`H` and jitter by seed are not cron here; `spread` is';

/** The cases of `cron-cases.jsonl` of which nothing is tested, each with its reason. */
export const leftOut: Readonly<Record<string, string>> = {
  'cron-airflow-010': 'durations are checked by the schema',
  'cron-airflow-012': 'an interval of calendar months is not in the language',
  'cron-apsched-001': yearSteps,
  'cron-apsched-025': yearSteps,
  'cron-apsched-026': yearSteps,
  'cron-apsched-029': 'start and end are instants, so they are never in a gap',
  'cron-apsched-030': 'start and end are instants, so they are never in a gap',
  'cron-croner-017': dayOffset,
  'cron-croner-019': dayOffset,
  'cron-croner-033': yearSteps,
  'cron-croner-034': yearSteps,
  'cron-croner-036': pastTables,
  'cron-cronos-137': pastTables,
  'cron-cronos-232': nearestToLast,
  'cron-cronos-331': hashed,
  'cron-cronos-333': hashed,
  'cron-cronutils-005': yearSteps,
  'cron-cronutils-006': yearSteps,
  'cron-cronutils-007': yearSteps,
  'cron-cronutils-009': pastTables,
  'cron-fugit-041': 'every n-th week is `every`, or a calendar',
  'cron-fugit-043': 'every n-th week is `every`, or a calendar',
  'cron-gocron-023': pastTables,
  'cron-quartz-019': nearestToLast,
  'cron-quartz-020': nearestToLast,
  'cron-quartz-021': nearestToLast,
  'cron-spring-041': pastTables,
  'cron-systemd-021': 'no such nickname, and written out both sides are one text',
  'cron-systemd-022': 'no such nickname, and written out both sides are one text',
  'cron-systemd-026': systemd,
  'cron-systemd-027': systemd,
  'cron-systemd-029': systemd,
  'cron-systemd-030': systemd,
  'cron-systemd-031': systemd,
  'cron-systemd-033': systemd,
  'cron-systemd-034': systemd,
  'cron-systemd-036': systemd,
  'cron-systemd-040': systemd,
  'cron-temporal-021': 'a list of intervals is not in the language',
  'cron-temporal-025': 'exclusion by expression is not in the language',
  'cron-temporal-029': 'durations are checked by the schema',
  'cron-zslayton-019': yearSteps,
};

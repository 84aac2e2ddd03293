/**
 * Abbreviations, with the zones that people mean by them. None names one zone: CST is Chicago's and China's,
 * and EST is New York's only in winter. Some of them (EST, CET, EST5EDT) are in the IANA list, kept there for old
 * programs; they are refused all the same.
 */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ACST: 'Australia/Adelaide Australia/Darwin',
  ACDT: 'Australia/Adelaide',
  AEDT: 'Australia/Sydney Australia/Melbourne',
  AEST: 'Australia/Sydney Australia/Brisbane',
  AKDT: 'America/Anchorage',
  AKST: 'America/Anchorage',
  ART: 'America/Argentina/Buenos_Aires',
  AST: 'America/Halifax America/Puerto_Rico Asia/Riyadh',
  ADT: 'America/Halifax',
  AWST: 'Australia/Perth',
  BRT: 'America/Sao_Paulo',
  BST: 'Europe/London Asia/Dhaka',
  CAT: 'Africa/Maputo',
  CDT: 'America/Chicago America/Havana',
  CEST: 'Europe/Berlin Europe/Paris Europe/Madrid',
  CET: 'Europe/Berlin Europe/Paris Africa/Algiers',
  CST: 'America/Chicago America/Mexico_City Asia/Shanghai',
  CST6CDT: 'America/Chicago',
  EAT: 'Africa/Nairobi',
  EDT: 'America/New_York',
  EEST: 'Europe/Athens Europe/Helsinki Europe/Kyiv',
  EET: 'Europe/Athens Europe/Helsinki Africa/Cairo',
  EST: 'America/New_York America/Panama',
  EST5EDT: 'America/New_York',
  HDT: 'America/Adak',
  HKT: 'Asia/Hong_Kong',
  HST: 'Pacific/Honolulu',
  ICT: 'Asia/Bangkok',
  IDT: 'Asia/Jerusalem',
  IST: 'Asia/Kolkata Europe/Dublin Asia/Jerusalem',
  JST: 'Asia/Tokyo',
  KST: 'Asia/Seoul',
  MDT: 'America/Denver',
  MET: 'Europe/Berlin Europe/Paris',
  MSK: 'Europe/Moscow',
  MST: 'America/Denver America/Phoenix',
  MST7MDT: 'America/Denver',
  NDT: 'America/St_Johns',
  NST: 'America/St_Johns',
  NZDT: 'Pacific/Auckland',
  NZST: 'Pacific/Auckland',
  PDT: 'America/Los_Angeles',
  PHT: 'Asia/Manila',
  PKT: 'Asia/Karachi',
  PST: 'America/Los_Angeles Asia/Manila',
  PST8PDT: 'America/Los_Angeles',
  SAST: 'Africa/Johannesburg',
  SGT: 'Asia/Singapore',
  WAT: 'Africa/Lagos',
  WEST: 'Europe/Lisbon',
  WET: 'Europe/Lisbon Atlantic/Canary',
  WIB: 'Asia/Jakarta',
  Z: 'UTC',
};

/** Windows names that are met most, by what stands before `Standard Time` (CLDR windowsZones, territory 001). */
const WINDOWS: Readonly<Record<string, string>> = {
  'aus eastern': 'Australia/Sydney',
  alaskan: 'America/Anchorage',
  arab: 'Asia/Riyadh',
  arabian: 'Asia/Dubai',
  atlantic: 'America/Halifax',
  central: 'America/Chicago',
  'central europe': 'Europe/Budapest',
  'central european': 'Europe/Warsaw',
  china: 'Asia/Shanghai',
  'e. australia': 'Australia/Brisbane',
  'e. south america': 'America/Sao_Paulo',
  eastern: 'America/New_York',
  egypt: 'Africa/Cairo',
  fle: 'Europe/Kyiv',
  gmt: 'Europe/London',
  greenwich: 'Atlantic/Reykjavik',
  gtb: 'Europe/Bucharest',
  hawaiian: 'Pacific/Honolulu',
  india: 'Asia/Kolkata',
  israel: 'Asia/Jerusalem',
  korea: 'Asia/Seoul',
  morocco: 'Africa/Casablanca',
  mountain: 'America/Denver',
  'new zealand': 'Pacific/Auckland',
  newfoundland: 'America/St_Johns',
  pacific: 'America/Los_Angeles',
  romance: 'Europe/Paris',
  russian: 'Europe/Moscow',
  'se asia': 'Asia/Bangkok',
  singapore: 'Asia/Singapore',
  'south africa': 'Africa/Johannesburg',
  tokyo: 'Asia/Tokyo',
  turkey: 'Europe/Istanbul',
  'us mountain': 'America/Phoenix',
  'w. europe': 'Europe/Berlin',
};

/** Returns the zones that an abbreviation may mean, likeliest first; undefined where the text is none we know. */
export function zonesOfAbbreviation(name: string): readonly string[] | undefined {
  const key = name.toUpperCase();
  return Object.hasOwn(ABBREVIATIONS, key) ? ABBREVIATIONS[key]!.split(' ') : undefined;
}

/** Returns the zone that a Windows name (`W. Europe Standard Time`) stands for. */
export function zoneOfWindowsName(name: string): string | undefined {
  const stem = /^(.{2,30}) (?:standard|daylight) time$/i.exec(name)?.[1]?.toLowerCase();
  return stem !== undefined && Object.hasOwn(WINDOWS, stem) ? WINDOWS[stem] : undefined;
}

const HALF_HOURS: Readonly<Record<string, string>> = {
  '+03:30': 'Asia/Tehran',
  '+04:30': 'Asia/Kabul',
  '+05:30': 'Asia/Kolkata',
  '+05:45': 'Asia/Kathmandu',
  '+06:30': 'Asia/Yangon',
  '+08:45': 'Australia/Eucla',
  '+09:30': 'Australia/Darwin',
  '-09:30': 'Pacific/Marquesas',
};

/**
 * Returns zones that always have the offset a text names (`+01:00`, `UTC+2`, `GMT-0530`); undefined where it names none.
 * The signs of `Etc/GMT-2` are those of POSIX: it is two hours east.
 */
export function zonesOfOffset(name: string): readonly string[] | undefined {
  const match = /^(?:UTC|GMT|UT|Z)?\s?([+-])(\d{1,2})(?::?(\d{2}))?(?::?\d{2})?$/i.exec(name);
  if (match === null) return undefined;
  const hours = Number(match[2]);
  const minutes = match[3] ?? '00';
  if (minutes !== '00') {
    const zone = HALF_HOURS[`${match[1]}${String(hours).padStart(2, '0')}:${minutes}`];
    return zone === undefined ? [] : [zone];
  }
  if (hours === 0) return ['UTC'];
  const isEast = match[1] === '+';
  return hours <= (isEast ? 14 : 12) ? [`Etc/GMT${isEast ? '-' : '+'}${hours}`] : [];
}

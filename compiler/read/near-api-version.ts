/**
 * Whether an `apiVersion` is nearly Almanac's, as `Almanac/v1` and `almnac/v1` are. Passing such a document over
 * in silence would be the worst answer: its job would simply never run.
 */
export function isNearApiVersion(apiVersion: string): boolean {
  if (apiVersion.length > 16 || apiVersion.startsWith('almanac/')) return false;
  const group = apiVersion.toLowerCase().replace(/[/.:]?v?\d*$/, '');
  if (group === 'almanac') return true;
  return Math.abs(group.length - 7) <= 1 && isOneEditAway(group, 'almanac');
}

/** Whether a text becomes another by one letter added, left out or exchanged, or by two neighbours swapped. */
function isOneEditAway(a: string, b: string): boolean {
  let head = 0;
  while (head < a.length && a[head] === b[head]) head++;
  const [restA, restB] = [a.slice(head), b.slice(head)];
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
}

import { explainFault } from './explain-fault.ts';
import type { Finding } from './finding.ts';
import type { YamlFault } from './parse-yaml.ts';

/**
 * Explains the places of a text that are not YAML, as few as say it all: one a line, and of what is said of the
 * structure only the first, since a bracket that is not closed makes faults of all lines below it.
 */
export function syntaxFindings(text: string, faults: readonly YamlFault[]): Finding[] {
  const byLine = new Map<number, Finding>();
  for (const fault of faults) {
    const finding = explainFault(text, fault);
    const line = text.lastIndexOf('\n', finding.start - 1);
    const other = byLine.get(line);
    if (!other || (isStructural(other) && !isStructural(finding))) byLine.set(line, finding);
  }
  const findings = [...byLine.values()].sort((a, b) => a.start - b.start);
  return findings.filter(
    (finding, index) =>
      index === 0 || (!isStructural(finding) && finding.message !== findings[index - 1]!.message),
  );
}

function isStructural({ code }: Finding): boolean {
  return code === 'yaml-syntax';
}

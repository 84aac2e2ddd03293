import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Annotations, Aspects, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import {
  checkText,
  compileManifest,
  parseInstant,
  platformTzdata,
  renderDiagnostics,
  runRules,
  standardConfig,
  zoneTable,
} from '../../compiler/index.ts';
import type { Diagnostic } from '../../schema/index.ts';
import type { Declaration } from './declaration.ts';

/** The declarations of each stack, which are checked together: a job needs its policy. */
const stacks = new WeakMap<TerraformStack, Set<Declaration>>();

/**
 * Has a declaration checked when its stack is synthesized, by the schemas, the compiler and the rules at their standard
 * severities: errors stop the synthesis, warnings are annotations. What a whole repository configures or waives is for
 * `almanac plan` to judge.
 */
export function checkAtSynth(declaration: Declaration): void {
  const stack = TerraformStack.of(declaration);
  const known = stacks.get(stack);
  if (known) {
    known.add(declaration);
    return;
  }
  const declarations = new Set([declaration]);
  stacks.set(stack, declarations);
  Aspects.of(stack).add({
    visit(node: IConstruct) {
      if (node === stack) annotate(stack, [...declarations]);
    },
  });
}

function annotate(stack: TerraformStack, declarations: readonly Declaration[]): void {
  const texts = new Map(
    declarations.map((one) => [one.node.path, `${JSON.stringify(one.document, null, 2)}\n`]),
  );
  for (const diagnostic of diagnose(declarations, texts, nowOf(stack))) {
    if (diagnostic.severity === 'info') continue;
    const construct = declarations.find(({ node }) => node.path === diagnostic.span?.file) ?? stack;
    const message = renderDiagnostics([diagnostic], (path) => texts.get(path), { colour: false });
    const annotations = Annotations.of(construct);
    if (construct.node.metadata.some(({ data }) => data === message)) continue;
    if (diagnostic.severity === 'warning') annotations.addWarning(message);
    else annotations.addError(message);
  }
}

function diagnose(
  declarations: readonly Declaration[],
  texts: ReadonlyMap<string, string>,
  now: number,
): readonly Diagnostic[] {
  // What Terraform alone knows is not judged here, and what refers to it is not called mistaken.
  const [unknown, known] = [true, false].map((which) =>
    declarations.filter((one) => one.isForTerraform === which),
  );
  const read = known!.map(({ node }) => {
    // JSON is YAML, and each value on its line has a place to point at.
    const bytes = new TextEncoder().encode(texts.get(node.path));
    return checkText({ path: node.path, bytes, named: true });
  });
  const documents = read.flatMap((one) => one.documents);
  const refused = unknown!.map(({ kind, declared: { metadata }, node }) => ({
    kind,
    tenant: metadata.tenant ?? metadata.name,
    name: metadata.name,
    file: node.path,
    line: 1,
  }));
  const { manifest, diagnostics } = compileManifest(documents, {
    tzdata: platformTzdata(),
    zoneTable,
    refused: [...refused, ...read.flatMap((one) => one.refused)],
    calendarFile: (_, path) => readFile(path),
  });
  return [
    ...read.flatMap((one) => one.diagnostics),
    ...diagnostics,
    ...runRules(manifest, documents, standardConfig, now),
  ];
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(resolve(path), 'utf8');
  } catch {
    // The declaration names a file that cannot be read, and is told so.
    return undefined;
  }
}

/** The rules look ahead from now; the context `almanac:now` fixes it, so that a synthesis can be repeated. */
function nowOf(stack: TerraformStack): number {
  const given: unknown = stack.node.tryGetContext('almanac:now');
  const fixed = typeof given === 'string' ? parseInstant(given) : undefined;
  return fixed ?? Math.floor(Date.now() / 1000);
}

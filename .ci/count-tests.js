/**
 * Prints `N passed, N failed` from the report that vitest's JSON reporter wrote.
 * A test file that could not be loaded has no tests to count and is one failure.
 */
import { existsSync, readFileSync } from 'node:fs';

const path = process.argv[2];
const report = path && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
const files = report?.testResults ?? [];
const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
const passed = report?.numPassedTests ?? 0;
const failed = report ? report.numFailedTests + unloaded.length : 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', '**/node_modules/**'],
    // Dates are computed from tables, never from the process's zone: run in an odd one, so that a slip shows.
    env: { TZ: 'Pacific/Chatham', NO_COLOR: '1' },
    testTimeout: 30_000,
    // On two processors one would be left idle, and many tests wait for processes of their own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});

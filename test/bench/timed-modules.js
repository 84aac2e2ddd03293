import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');

/** Which imports of the product run under a stopwatch: what is named, from a module, where some part imports it. */
const timedImports = [
  {
    importer: /^compiler\/read\/check-text\.ts$/,
    module: 'compiler/read/read-chunk.ts',
    names: ['readChunk'],
    stage: 'parse',
  },
  {
    importer: /^compiler\/read\/check-text\.ts$/,
    module: 'compiler/validate/index.ts',
    names: ['checkDeclaration', 'identify'],
    stage: 'validate',
  },
  {
    importer: /^compiler\/plan\//,
    module: 'compiler/time/index.ts',
    names: ['compileSchedule', 'fires', 'omissions', 'nextFire', 'previousFire', 'dstWindows'],
    stage: 'enumerate',
  },
];

/**
 * Lets esbuild put a stopwatch between two parts of the product, so that stages which call each other can be told
 * apart without a line of the product knowing of it.
 */
export const timedModules = {
  name: 'timed-modules',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, importer, namespace }) => {
      const target = relative(root, join(dirname(importer), path));
      const index = timedImports.findIndex(
        (timed) => timed.module === target && timed.importer.test(relative(root, importer)),
      );
      return namespace !== 'file' || index < 0 ? undefined : { path: String(index), namespace: 'timed' };
    });
    build.onLoad({ filter: /.*/, namespace: 'timed' }, ({ path }) => {
      const { module, names, stage } = timedImports[Number(path)];
      const real = JSON.stringify(join(root, module));
      return {
        resolveDir: here,
        contents: [
          `import * as real from ${real};`,
          `import { timed } from ${JSON.stringify(join(here, 'stopwatch.ts'))};`,
          `export * from ${real};`,
          ...names.map((name) => `export const ${name} = timed('${stage}', real.${name});`),
        ].join('\n'),
      };
    });
  },
};

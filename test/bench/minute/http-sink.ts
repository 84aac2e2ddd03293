import { createServer } from 'node:http';

/** A service that does nothing, in a process of its own: prints its port, then a line for each request. */
const server = createServer((request, response) => {
  process.stdout.write('\n');
  request.resume();
  response.end();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${port}\n`);
});

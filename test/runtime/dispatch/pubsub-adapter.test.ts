import { type Message, PubSub } from '@google-cloud/pubsub';
import { CloudEvent } from 'cloudevents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdapters } from '../../../runtime/dispatch/index.ts';
import { type PubsubEmulator, pubsubMissing, startPubsubEmulator } from '../../support/pubsub-emulator.ts';
import { delivery, openDesk } from './desk.ts';

const project = 'benefits';
const topicName = `projects/${project}/topics/statements`;

if (pubsubMissing !== undefined) console.log(pubsubMissing);

describe.skipIf(pubsubMissing !== undefined && !process.env['CI'])('A topic', () => {
  let emulator: PubsubEmulator;
  let client: PubSub;

  beforeAll(async () => {
    emulator = await startPubsubEmulator();
    // Both the test's client and the adapter's find it as every program of Google's does.
    process.env['PUBSUB_EMULATOR_HOST'] = emulator.host;
    // There is no Google to ask who we are.
    process.env['METADATA_SERVER_DETECTION'] = 'none';
    client = new PubSub({ projectId: project });
    await client.createTopic(topicName);
  });

  afterAll(async () => {
    await client?.close();
    delete process.env['PUBSUB_EMULATOR_HOST'];
    delete process.env['METADATA_SERVER_DETECTION'];
    await emulator?.stop();
  });

  /** Sends runs and returns their letters and the messages that a subscriber got, in the order of their coming. */
  async function publish(targets: readonly Record<string, unknown>[], attempts = 1) {
    const [subscription] = await client
      .topic(topicName)
      .createSubscription(`s-${targets.length}-${attempts}-${JSON.stringify(targets).length}`, {
        enableMessageOrdering: true,
      });
    const messages: Message[] = [];
    const all = new Promise<void>((resolve) => {
      subscription.on('message', (message: Message) => {
        message.ack();
        messages.push(message);
        if (messages.length === targets.length) resolve();
      });
    });
    const desk = openDesk({ adapters: createAdapters() });
    desk.dispatcher.send(
      0,
      targets.map((target, at) => delivery({ kind: 'pubsub', job: `job-${at}`, target, attempts })),
    );
    const letters = await desk.told(targets.length);
    await all;
    await subscription.close();
    await desk.dispatcher.close(0);
    return { letters, messages };
  }

  test('gets a run as a CloudEvent, and it is delivered when the message has its id', async () => {
    const { letters, messages } = await publish([{ topic: topicName, attributes: { source: 'almanac' } }]);
    const [message] = messages;
    expect(letters).toMatchObject([{ kind: 'delivered', attempt: 1, note: `message ${message?.id}` }]);
    const { source, 'content-type': contentType, ...event } = message!.attributes;
    expect([source, contentType]).toEqual(['almanac', 'application/json']);
    const attributes = Object.entries(event).map(([name, value]) => [name.replace(/^ce-/, ''), value]);
    const read = new CloudEvent({
      ...Object.fromEntries(attributes),
      data: JSON.parse(message!.data.toString()),
    });
    expect(read.validate()).toBe(true);
    expect(read).toMatchObject({
      id: 'benefits/job-0@2027-03-28T01:30:00Z',
      source: '/benefits/job-0',
      type: 'dev.almanac.run',
      scheduled: '2027-03-28T01:30:00Z',
      windowfrom: '2027-03-27T01:30:00Z',
      data: { run: 'benefits/job-0@2027-03-28T01:30:00Z', attempt: 1 },
    });
  });

  test('gets runs of one ordering key in their order', async () => {
    const targets = Array.from({ length: 30 }, () => ({ topic: topicName, orderingKey: 'statements' }));
    const { messages } = await publish(targets);
    expect(messages.map(({ attributes }) => attributes['ce-job'])).toEqual(
      targets.map((_, at) => `job-${at}`),
    );
    expect(new Set(messages.map(({ orderingKey }) => orderingKey))).toEqual(new Set(['statements']));
  });

  test('that is not there is not tried again', async () => {
    const desk = openDesk({ adapters: createAdapters() });
    const target = { topic: `projects/${project}/topics/other`, orderingKey: 'x' };
    for (const job of ['first', 'second']) {
      desk.dispatcher.send(0, [delivery({ kind: 'pubsub', job, target, attempts: 3 })]);
    }
    const letters = await desk.told(2);
    await desk.dispatcher.close(0);
    for (const letter of letters) {
      expect(letter).toMatchObject({
        kind: 'ended',
        outcome: 'undelivered',
        final: true,
        report: {
          message: expect.stringMatching(/^projects\/benefits\/topics\/other: .*(NOT_FOUND|not found)/),
        },
      });
    }
  });
});

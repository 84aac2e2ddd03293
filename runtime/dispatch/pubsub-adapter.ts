import type { PubSub, Topic } from '@google-cloud/pubsub';
import type { Delivery } from '../shard/index.ts';
import type { DeliveryContext, DeliveryResult, TargetAdapter } from './dispatcher.ts';
import { runEvent } from './run-event.ts';

/** The declared target, as in the manifest. */
interface PubsubTarget {
  readonly topic: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly orderingKey?: string;
}

/**
 * gRPC's codes of what would only come again: the topic is not there, this runtime may not publish to it, or Pub/Sub
 * refuses the message.
 */
const final: ReadonlySet<number> = new Set([3, 5, 7, 9, 12, 16]);

/**
 * Publishes runs as messages: CloudEvents 1.0 in the binary mode (`ce-*` attributes, the run's data as JSON). A run is
 * delivered once Pub/Sub has it. The library is loaded with the first message; `PUBSUB_EMULATOR_HOST` leads it to an
 * emulator.
 */
export function createPubsubAdapter(): TargetAdapter {
  const projects = new Map<string, Promise<PubSub>>();
  const topics = new Map<string, Promise<Topic>>();

  function topicOf(name: string, isOrdered: boolean): Promise<Topic> {
    const key = `${name} ${isOrdered}`;
    let topic = topics.get(key);
    if (!topic) {
      topic = openTopic(name, isOrdered);
      topics.set(key, topic);
    }
    return topic;
  }

  async function openTopic(name: string, isOrdered: boolean): Promise<Topic> {
    const [, project = ''] = name.split('/');
    let client = projects.get(project);
    if (!client) {
      client = import('@google-cloud/pubsub').then(({ PubSub }) => new PubSub({ projectId: project }));
      projects.set(project, client);
    }
    return (await client).topic(name, {
      messageOrdering: isOrdered,
      // A minute's fires come together: they are sent as they come, in few requests.
      batching: { maxMilliseconds: 5 },
    });
  }

  async function deliver(delivery: Delivery, context: DeliveryContext): Promise<DeliveryResult> {
    const { topic: name, attributes = {}, orderingKey } = delivery.target.declared as unknown as PubsubTarget;
    const { data, attributes: event } = runEvent(delivery, context);
    const own = Object.entries(event).map(([key, value]) => [`ce-${key}`, value]);
    const topic = await topicOf(name, orderingKey !== undefined);
    const published = topic.publishMessage({
      data: Buffer.from(JSON.stringify(data)),
      attributes: { ...attributes, ...Object.fromEntries(own), 'content-type': 'application/json' },
      ...(orderingKey !== undefined && { orderingKey }),
    });
    try {
      return { kind: 'delivered', note: `message ${await orAborted(published, context.signal)}` };
    } catch (error) {
      // The library stops a key at its first failure until it is told to go on.
      if (orderingKey !== undefined) topic.resumePublishing(orderingKey);
      const { code, message } = error as Error & { code?: number };
      const isFinal = code !== undefined && final.has(code);
      return {
        kind: 'not-delivered',
        error: `${name}: ${message}`,
        retryable: !isFinal,
        targetDown: !isFinal,
      };
    }
  }

  return {
    deliver,
    async close() {
      const clients = await Promise.allSettled(projects.values());
      await Promise.all(clients.map((client) => client.status === 'fulfilled' && client.value.close()));
    },
  };
}

/** Waits for a message's id, at most until the attempt is over: the library would go on for ten minutes. */
function orAborted(published: Promise<string>, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const aborted = () =>
      reject(new Error('Pub/Sub did not take the message within the time of one attempt'));
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted, { once: true });
    published.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}

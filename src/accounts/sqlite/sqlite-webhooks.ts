// Webhooks of a serving thread: reads from its own connection, and writes through the ledger.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import type {
  AccountCredits,
  Attempt,
  Delivery,
  DeliveryPage,
  DueDelivery,
  Mark,
  NewEvent,
  NewWebhook,
  Webhook,
  WebhookChanges,
  Webhooks,
  WebhookWriteName,
} from '../webhook-port.ts';
import { WebhookBook } from './webhook-book.ts';

type Write = (method: WebhookWriteName, args: readonly unknown[]) => Promise<unknown>;
type Returned<Name extends WebhookWriteName> = ReturnType<Webhooks[Name]>;

export class SqliteWebhooks implements Webhooks {
  readonly #book: WebhookBook;
  readonly #clock: Clock;
  readonly #write: Write;

  constructor(database: Database, clock: Clock, write: Write) {
    this.#book = new WebhookBook(database);
    this.#clock = clock;
    this.#write = write;
  }

  createWebhook(webhook: NewWebhook): Promise<boolean> {
    return this.#call('createWebhook', webhook);
  }

  async findWebhook(id: string): Promise<Webhook | null> {
    return this.#book.findWebhook(id);
  }

  async webhooksOf(accountId: string | null): Promise<Webhook[]> {
    return this.#book.webhooksOf(accountId);
  }

  changeWebhook(id: string, changes: WebhookChanges): Promise<Webhook | null> {
    return this.#call('changeWebhook', id, changes);
  }

  async removeWebhook(id: string): Promise<void> {
    await this.#call('removeWebhook', id);
  }

  sendTo(webhookId: string, event: Pick<NewEvent, 'type' | 'data'>): Promise<Delivery | null> {
    return this.#call('sendTo', webhookId, event);
  }

  publish(events: readonly NewEvent[], mark: Mark): Promise<boolean> {
    return this.#call('publish', events, mark);
  }

  async mark(name: string): Promise<string | null> {
    return this.#book.mark(name);
  }

  async deliveries(page: DeliveryPage): Promise<Delivery[]> {
    return this.#book.deliveries(page);
  }

  replay(webhookId: string, deliveryId: string): Promise<Delivery | null> {
    return this.#call('replay', webhookId, deliveryId);
  }

  async dueDeliveries(): Promise<DueDelivery[]> {
    return this.#book.dueDeliveries(this.#clock.now());
  }

  async settleDelivery(attempt: Attempt): Promise<void> {
    await this.#call('settleDelivery', attempt);
  }

  async creditsOfSubscribers(types: string): Promise<AccountCredits[]> {
    return this.#book.creditsOfSubscribers(this.#clock.now(), types);
  }

  async tidyWebhooks(): Promise<void> {
    await this.#call('tidyWebhooks');
  }

  /** The ledger returns what the method of the book returns. */
  #call<Name extends WebhookWriteName>(method: Name, ...args: Parameters<Webhooks[Name]>): Returned<Name> {
    return this.#write(method, args) as Returned<Name>;
  }
}

// The part of the service worker's global scope that is used here; TypeScript's types for it conflict with
// the page's.

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
export interface FetchEvent extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Events {
  install: Lasting;
  activate: Lasting;
  fetch: FetchEvent;
  push: Lasting & { readonly data: { json(): unknown } | null };
  message: Lasting & { readonly data: unknown };
  notificationclick: Lasting & { readonly notification: Notification };
}

interface WindowClient {
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  postMessage(message: unknown): void;
}

export interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<E extends keyof Events>(name: E, listener: (event: Events[E]) => void): void;
}

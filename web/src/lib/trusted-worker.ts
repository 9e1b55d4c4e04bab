// TypeScript's DOM types lack this: https://www.w3.org/TR/trusted-types/
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

const requireSameOrigin = (url: string): string => {
  if (new URL(url, location.origin).origin !== location.origin) throw new Error('cross-origin worker');
  return url;
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('selvedge-worker', { createScriptURL: requireSameOrigin }) ?? {
  createScriptURL: requireSameOrigin,
};

/** Registers this origin's service worker. */
export function registerServiceWorker(
  workers: ServiceWorkerContainer,
  url: string,
): Promise<ServiceWorkerRegistration> {
  return workers.register(policy.createScriptURL(url));
}

/** Starts a worker of this origin. The content security policy allows script URLs from this module only. */
export function startWorker(url: string): Worker {
  return new Worker(policy.createScriptURL(url), { type: 'module' });
}

import { createStore } from 'zustand/vanilla';
import { jsonBody } from '../lib/json-body.ts';
import { isHosted } from '../lib/session/provider.ts';
import { accessToken, authClient } from '../lib/session/session.ts';

/** A change that waits until the member has proven their identity. */
interface Waiting {
  /** @param nonce the mailed code, which a hosted provider expects with the change */
  proven(nonce?: string): void;
  cancel(): void;
}

/** The change for which the dialog is open. */
export const proving = createStore<{ waiting: Waiting | null }>(() => ({ waiting: null }));

/** The member has closed the dialog: no message is needed. */
export class ProofCancelled extends Error {}

const isProofNeeded = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'reauthentication_needed';

const requestProof = (): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const close = () => proving.setState({ waiting: null });
    proving.setState({
      waiting: {
        proven(nonce) {
          close();
          resolve(nonce);
        },
        cancel() {
          close();
          reject(new ProofCancelled());
        },
      },
    });
  });

/**
 * Makes a change; if the provider first requires proof of identity, a dialog collects it, and the change is
 * retried.
 * @throws ProofCancelled, and what `change` throws
 */
export async function withProof<T>(change: (nonce?: string) => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isProofNeeded(error)) throw error;
    return change(await requestProof());
  }
}

/** Mails a code to the account's address. @throws an error with a text for the user */
export async function mailCode(): Promise<void> {
  const { error } = await (await authClient()).reauthenticate();
  if (error) throw error;
}

/** Proves the member's identity to the embedded provider. @throws an error with a text for the user */
export async function prove(proof: { password: string } | { nonce: string }): Promise<void> {
  const response = await fetch('/auth/v1/reauthenticate', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: jsonBody(proof),
  });
  if (!response.ok) throw await response.json();
}

/** Submits the code entered in the dialog. @throws an error with a text for the user */
export async function submitCode({ proven }: Waiting, nonce: string): Promise<void> {
  if (isHosted) {
    proven(nonce);
    return;
  }
  await prove({ nonce });
  proven();
}

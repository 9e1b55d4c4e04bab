import { createStore } from 'zustand/vanilla';
import { isHosted } from '../session/provider.ts';
import { accessToken, authClient } from '../session/session.ts';

/** A change that waits until the person has proven who they are. */
interface Waiting {
  /** @param nonce a hosted provider takes the mailed code along with the change */
  proven(nonce?: string): void;
  cancel(): void;
}

/** The change that the dialog is open for. */
export const proving = createStore<{ waiting: Waiting | null }>(() => ({ waiting: null }));

/** The person has closed the dialog: there is nothing to tell them. */
export class ProofCancelled extends Error {}

const isProofNeeded = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'reauthentication_needed';

const askForProof = (): Promise<string | undefined> =>
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
 * Makes a change; where the provider first wants a proof of who asks, a dialog takes that, and the change goes on.
 * @throws ProofCancelled, and what `change` throws
 */
export async function withProof<T>(change: (nonce?: string) => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isProofNeeded(error)) throw error;
    return change(await askForProof());
  }
}

/** Has a code mailed to the address of the account. @throws an error that a person may read */
export async function mailCode(): Promise<void> {
  const { error } = await (await authClient()).reauthenticate();
  if (error) throw error;
}

/** Proves who one is to the embedded provider. @throws an error that a person may read */
export async function prove(proof: { password: string } | { nonce: string }): Promise<void> {
  const response = await fetch('/auth/v1/reauthenticate', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(proof),
  });
  if (!response.ok) throw await response.json();
}

/** A code that was entered in the dialog. @throws an error that a person may read */
export async function giveCode({ proven }: Waiting, nonce: string): Promise<void> {
  if (isHosted) {
    proven(nonce);
    return;
  }
  await prove({ nonce });
  proven();
}

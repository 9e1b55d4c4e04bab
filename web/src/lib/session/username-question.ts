import { createStore } from 'zustand/vanilla';
import { session } from './session.ts';

interface UsernameQuestion {
  /** Ends the question: the member has chosen or confirmed their username, or does not want to send after all. */
  answer: ((isAnswered: boolean) => void) | null;
}

/** Whether a new member is being asked for a username. */
export const usernameQuestion = createStore<UsernameQuestion>(() => ({ answer: null }));

/** @returns whether the member answered; false at once while the question is already open */
function ask(): Promise<boolean> {
  if (usernameQuestion.getState().answer) return Promise.resolve(false);
  return new Promise((resolve) => {
    const answer = (isAnswered: boolean) => {
      usernameQuestion.setState({ answer: null });
      resolve(isAnswered);
    };
    usernameQuestion.setState({ answer });
  });
}

/**
 * Sends a listing, a WTB, a message or an offer. Asks a new member for a username first, once; if they cancel,
 * nothing is sent.
 * @returns whether it ran
 */
export async function sendNamed(send: () => Promise<void>): Promise<boolean> {
  // Without the question, this sends at once: a phone keeps its keyboard only then.
  if (session.getState().user?.isUsernameGenerated && !(await ask())) return false;
  await send();
  return true;
}

/** Sends the changes of one thing one after another, in the order in which they were chosen: the last one stays. */
export function inOrder() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(send: () => Promise<T>): Promise<T> => {
    const answer = last.then(send);
    last = answer.catch(() => undefined);
    return answer;
  };
}

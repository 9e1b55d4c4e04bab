import type { ListingDetails } from './details.ts';
import { fresh } from './fresh.ts';
import { TOPICS, type Topic } from './topics.ts';

const AVAILABILITY = TOPICS.find(({ name }) => name === 'availability');

/** A sold item no longer has a price to discuss. */
const forSoldItem =
  ({ isSold }: ListingDetails) =>
  (topic: Topic): Topic =>
    isSold && AVAILABILITY && ['price', 'agreement'].includes(topic.name) ? AVAILABILITY : topic;

const GREETING =
  /^\s*(hi|hey|hello|hej|good (morning|afternoon|evening)|howdy|greetings|yo|hallo|bonjour|ciao)\b/i;

const DEFAULTS = ({ title, size, condition }: ListingDetails): readonly string[] => [
  `Good question, let me check that for you. In short, ${title}: marked ${size}, ${condition.toLowerCase()}.`,
  'I am not sure I can answer that off the top of my head. Would measurements or more photos help?',
  'Let me look into it and come back to you. Anything else you would like to know meanwhile?',
];

/** Thanks beside another topic; price, availability and payment once the deal is agreed. */
const isAside = (name: string, found: readonly Topic[]): boolean =>
  (name === 'thanks' && found.length > 1) ||
  (found[0]?.name === 'agreement' && ['price', 'availability', 'payment'].includes(name));

const greetings = (text: string, last: string): string[] =>
  GREETING.test(text) ? [fresh(['Hi!', 'Hello again!', 'Hey!'], last)] : [];

/** Null when there is nothing to reply. @param last the seller's own last message in the conversation */
export function composeReply(text: string, details: ListingDetails, last = ''): string | null {
  if (text.trim() === '') return null;
  const found = TOPICS.filter(({ asks }) => asks.test(text)).map(forSoldItem(details));
  const topics = [...new Set(found)].filter(({ name }) => !isAside(name, found)).slice(0, 2);
  const replies = topics.map(({ says }) => fresh(says(details, text), last));
  const greeting = greetings(text, last);
  if (replies.length === 0 && greeting.length > 0) {
    replies.push(
      fresh(
        [`Thanks for writing. What would you like to know about ${details.title}?`, 'What can I tell you?'],
        last,
      ),
    );
  }
  if (replies.length === 0) replies.push(fresh(DEFAULTS(details), last));
  const reply = [...greeting, ...replies].join(' ');
  return reply === last ? fresh(DEFAULTS(details), last) : reply;
}

import { PRODUCT } from '../platform/titles.ts';

const LEAD = 'Secondhand designer clothing, directly from the people who wore it.';

/** The opening of the About page, unless the operator has written one. Only the product's own name is explained. */
export function aboutLead(name: string): string {
  return name === PRODUCT ? `${LEAD} Named after the self-finished edge of good denim.` : LEAD;
}

/** What the software says about an instance whose operator has written nothing. */
export function aboutSections(name: string): { title: string; text: string[] }[] {
  return [
    {
      title: 'Buyer protection',
      text: [
        "Agree on the price in messages, and pay with a service that protects buyers: you get your money back if an item never arrives or isn't as described. Never pay by friends-and-family transfer, gift card or cryptocurrency. Payments like this can't be reversed.",
        'Ask for more photos, measurements and the label before you pay. A seller who has the item can show it.',
      ],
    },
    {
      title: 'Seller guidelines',
      text: [
        'Show the item as it is: daylight, front and back, the label, and every flaw. Give measurements laid flat.',
        'You pack the item, buy the shipping label, and keep the buyer’s address to yourself. Send the tracking number in the conversation, and mark the listing as sold.',
      ],
    },
    {
      title: 'Notice',
      text: [`${name} charges no fees. It connects buyers and sellers; any deal is between the two of them.`],
    },
    {
      title: 'Disclaimer',
      text: [
        `${name} does not handle transactions, does not authenticate items, and does not mediate disputes.`,
      ],
    },
  ];
}

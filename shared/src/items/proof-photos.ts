import * as z from 'zod';

/**
 * The letters of codes: no vowels, which could spell words, and none that look alike in handwriting.
 */
export const PROOF_CODE_LETTERS = 'BCDFHJKMNPRTWXYZ';
export const PROOF_CODE_LENGTH = 6;
/** How long a code can be used. */
export const PROOF_CODE_HOURS = 72;

/** What the product confirms about a proof photo, and what it does not. */
export const PROOF_PHOTO_NOTE =
  'We issued this code for this listing only, and recorded when the photo was added. We have not checked the photo: compare the code, the name and the date in it.';

/** A code to write by hand, with name and date, on the paper that the proof photo shows. */
export const ProofCode = z.object({
  code: z
    .string()
    .meta({ description: `${PROOF_CODE_LENGTH} letters; the same one is returned while it is valid` }),
  expiresAt: z.iso.datetime().meta({ description: `${PROOF_CODE_HOURS} hours after it was issued` }),
});
export type ProofCode = z.infer<typeof ProofCode>;

export const AddProofPhoto = z.strictObject({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(
      new RegExp(`^[${PROOF_CODE_LETTERS}]{${PROOF_CODE_LENGTH}}$`),
      `A code has ${PROOF_CODE_LENGTH} letters`,
    )
    .meta({ description: 'The current code of the listing' }),
  image: z
    .string()
    .max(500)
    .meta({ description: 'The URL of an unused upload of mine: `POST /api/uploads/listings`' }),
});
export type AddProofPhoto = z.output<typeof AddProofPhoto>;

/** The proof photo of a listing: its carousel's last picture. */
export const ProofPhoto = z
  .object({
    url: z.string().meta({ description: 'Ends in -1800.webp, with the same smaller widths as `images`' }),
    placeholder: z.string().meta({ description: 'A ThumbHash in base64' }),
    code: z.string().meta({ description: 'The code that the handwritten one must equal' }),
    takenAt: z.iso.datetime().meta({
      description: `When it was added, within ${PROOF_CODE_HOURS} hours after its code was issued`,
    }),
  })
  .meta({ description: PROOF_PHOTO_NOTE });
export type ProofPhoto = z.infer<typeof ProofPhoto>;

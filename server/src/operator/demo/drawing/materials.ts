/** How strongly and how sharply things that are not cloth shine. */
export const METAL = { sheen: 0.55, shine: 12 };
export const PLASTIC = { sheen: 0.3, shine: 18 };
export const WOOD = { sheen: 0.12, shine: 8 };

import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem } from '@chakra-ui/react/styled-system';
import {
  avatarSlotRecipe,
  badgeRecipe,
  buttonRecipe,
  headingRecipe,
  iconRecipe,
  inputRecipe,
  linkRecipe,
  spinnerRecipe,
} from '@chakra-ui/react/theme';
import { selvedgeTheme } from './tokens.ts';

// Fields get a visible border; the default one is too faint.
const fieldEdge = { variants: { variant: { outline: { borderColor: 'border.emphasized' } } } };

/** The part of the component library that the first page needs; dialogs register the rest when they load. */
export const system = createSystem(
  defaultBaseConfig,
  {
    preflight: true,
    theme: {
      recipes: {
        badge: badgeRecipe,
        button: buttonRecipe,
        heading: headingRecipe,
        icon: iconRecipe,
        input: inputRecipe,
        link: linkRecipe,
        spinner: spinnerRecipe,
      },
      slotRecipes: { avatar: avatarSlotRecipe },
    },
  },
  selvedgeTheme,
  // Merged into the recipe above, although the types require a complete recipe.
  { theme: { recipes: { input: fieldEdge } } } as never,
);

interface Recipes {
  recipes?: Record<string, unknown>;
  slotRecipes?: Record<string, unknown>;
}

/**
 * Registers the recipes of a lazy chunk. The library looks a recipe up by its key at first use, so call this
 * before the chunk renders, at the top of its module.
 */
export function registerRecipes({ recipes, slotRecipes }: Recipes): void {
  const theme = system._config.theme as Recipes;
  Object.assign(theme.recipes ?? {}, recipes);
  Object.assign(theme.slotRecipes ?? {}, slotRecipes);
}

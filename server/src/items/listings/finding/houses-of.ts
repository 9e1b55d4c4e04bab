import { housesWith } from '@selvedge/shared/items/houses';
import { perProduct } from '../../../platform/core/ctx.ts';

/** Reads the houses with several names, with those that the admin added. */
export const housesOf = perProduct(({ settings }) => {
  let houses = housesWith('');
  return () => {
    const { brandAliases } = settings.current();
    if (brandAliases !== houses.added) houses = housesWith(brandAliases);
    return houses;
  };
});

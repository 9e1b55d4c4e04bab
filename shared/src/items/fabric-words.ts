/** What titles say of an item beside its kind: fabrics, techniques, patterns and cuts, as single words of four letters or more. */
export const FABRIC_WORDS: readonly string[] = `
  alpaca angora bamboo boiled bouclé broadcloth brocade calico calfskin cambric camel camelhair canvas cashmere
  chambray cheesecloth chenille chiffon chino coated coating corduroy cordovan cotton covert crepe crocodile cupro damask
  denim down drill duchesse duck duffle felt flannel fleece foulard fresco gabardine gauze georgette grosgrain
  hemp herringbone hopsack horsehide horween houndstooth jacquard jersey kangaroo khadi lace lambskin lambswool leather
  leno linen loden loopwheel lurex lycra lyocell madras melton merino mesh modal mohair moleskin muslin nappa nubuck
  nylon organza ostrich oxford oxide patent pebbled percale pile pique plush polyamide polyester pony poplin quilted ramie
  rayon ribbed ripstop sateen satin seersucker selvage selvedge serge shearling sheepskin sherpa shetland silk slub
  spandex suede taffeta tencel terry tropical tulle tweed twill velour velvet ventile viscose vicuna voile waxed wool
  worsted
  aizome appliqué batik bleached boro crochet darned distressed embossed embroidered embroidery fringed garment handmade
  handwoven hickory ikat indigo kakishibu katazome kasuri lined lining mended natural noragi overdyed paneled patched
  patchwork pleated printed quilting raglan rinsed sakiori sanforized sashiko shibori smocked stitched stonewashed studded
  sulfur tiedye unlined unsanforized vegan washed woven
  argyle camouflage camo check checked checkered floral gingham glen leopard monogram paisley pinstripe plaid polka
  striped stripe tartan zebra
  asymmetric baggy boxy carpenter collarless cropped doublebreasted drape draped drawstring drawcord flared fitted
  funnel highrise hooded lapel longsleeve lowrise mandarin oversized pleat pocket relaxed reversible shawl skinny sleeveless
  slim stacked straight tailored tapered turtleneck mockneck crewneck wide wrap zipped zipper
`
  .trim()
  .split(/\s+/);

import sharp from 'sharp';

// An allowlist of decoders for the whole process: libvips has more of them, including SVG, and every enabled
// one is exposed to strangers' files. The image worker enables more, and SVG only for the instance's own pictures.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].map((name) => `VipsForeignLoad${name}`),
});

import sharp from 'sharp';

// An allowlist of decoders for the whole process: libvips has more of them, SVG among them, and each one that is open
// is fed files from strangers. The picture process allows more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].map((name) => `VipsForeignLoad${name}`),
});

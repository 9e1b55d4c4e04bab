// Preloaded into the server: makes it see a machine with as many bytes of memory as SELVEDGE_TEST_MEMORY says, as it
// would see the limit of a container.
const bytes = Number(process.env.SELVEDGE_TEST_MEMORY);
process.constrainedMemory = () => bytes;

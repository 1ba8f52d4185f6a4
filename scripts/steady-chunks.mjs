import { createHash } from 'node:crypto';

const digest = (text) => createHash('sha256').update(text).digest();
/** Six digits: webpack's own ids have four. */
const FIRST = 100_000;
const COUNT = 900_000;

/**
 * A webpack plugin that numbers chunks with equal modules by the places that load them. Webpack numbers them in the order in
 * which parallel work made them, so that two builds of the same sources exchanged them (decision 532).
 */
export class SteadyChunks {
  apply(compiler) {
    compiler.hooks.compilation.tap('SteadyChunks', (compilation) => {
      compilation.hooks.chunkIds.tap({ name: 'SteadyChunks', stage: -100 }, (chunks) =>
        numberAlike([...chunks], compilation.chunkGraph),
      );
    });
  }
}

function numberAlike(chunks, chunkGraph) {
  const used = new Set(chunks.map(({ id }) => String(id)));
  const byModules = new Map();
  for (const chunk of chunks.filter(({ id }) => id === null)) {
    const modules = chunkGraph.getChunkModules(chunk).map(identifierOf).sort().join('\n');
    byModules.set(modules, [...(byModules.get(modules) ?? []), chunk]);
  }
  const alike = [...byModules]
    .filter(([, same]) => same.length > 1)
    .flatMap(([modules, same]) => same.map((chunk) => ({ chunk, key: `${modules}\0${placesOf(chunk)}` })))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { chunk, key } of alike) {
    let id = digest(key).readUInt32BE() % COUNT;
    while (used.has(String(FIRST + id))) id = (id + 1) % COUNT;
    used.add(String(FIRST + id));
    chunk.id = FIRST + id;
    chunk.ids = [chunk.id];
  }
}

const identifierOf = (module) => module.identifier();

/** What loads a chunk: each place by its module and what it asks for. */
function placesOf(chunk) {
  const places = [...chunk.groupsIterable].flatMap(({ name, origins }) =>
    origins.map(({ module, request }) => `${name ?? ''} ${module?.identifier() ?? ''} ${request ?? ''}`),
  );
  return [...new Set(places)].sort().join('\n');
}

# The package, made from the sources. A release replaces this stage by the one that it publishes:
# --build-context package=<its folder>
FROM --platform=$BUILDPLATFORM node:24-slim AS package
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.base.json README.md CHANGELOG.md LICENSE ./
COPY bin bin
COPY docs docs
COPY scripts scripts
COPY shared shared
COPY server server
COPY web web
RUN npm run release && mv selvedge-*.tgz /selvedge.tgz

FROM node:24-slim
WORKDIR /app
RUN --mount=type=bind,from=package,target=/package npm install --no-audit --no-fund --ignore-scripts --no-package-lock --cache /tmp/npm /package/selvedge.tgz && rm -r /tmp/npm
RUN ln -s /app/node_modules/.bin/selvedge /usr/local/bin/selvedge
RUN mkdir /data && chown 10001:10001 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# scripts/node-flags.mjs explains both, and the flag below.
ENV MALLOC_TRIM_THRESHOLD_=131072 MALLOC_ARENA_MAX=2
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/ready').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "node_modules/selvedge/server/build/app/main.js"]

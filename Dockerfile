# Building needs all packages, running only the server's own.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY bin bin
COPY scripts scripts
COPY shared shared
COPY server server
COPY web web
RUN node -e "import('./scripts/build.ts').then(({ build }) => build())"
RUN npm sbom --sbom-format cyclonedx --workspace server --workspace web --workspace shared --package-lock-only > server/build/sbom.json
RUN npm ci --no-audit --no-fund --omit=dev --workspace server

FROM node:24-slim
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/shared shared
COPY --from=build /app/server/package.json server/
COPY --from=build /app/server/build server/build
COPY --from=build /app/server/migrations server/migrations
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/bin bin
COPY --from=build /app/scripts/node-flags.mjs /app/scripts/demo-settings.mjs scripts/
RUN ln -s /app/bin/selvedge.mjs /usr/local/bin/selvedge
RUN mkdir /data && chown 10001:10001 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# scripts/node-flags.mjs explains both, and the flag below.
ENV MALLOC_TRIM_THRESHOLD_=131072 MALLOC_ARENA_MAX=2
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/ready').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "server/build/app/main.js"]

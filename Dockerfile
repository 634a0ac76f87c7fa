# Builds the command line, and leaves the compiler, the sources and the tests behind. The base is named by its exact version, so
# that no build changes by itself.
FROM node:24.20.0-bookworm-slim AS build
WORKDIR /govgate
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:24.20.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /govgate
COPY --from=build /govgate/node_modules node_modules
COPY --from=build /govgate/packages/server/package.json packages/server/package.json
COPY --from=build /govgate/packages/server/dist/bin packages/server/dist/bin
COPY --from=build /govgate/packages/server/dist/reference.html packages/server/dist/reference.html
COPY --from=build /govgate/packages/server/dist/reference packages/server/dist/reference
COPY --from=build /govgate/LICENSE LICENSE
# The folder of the embedded store, for those who run the image without MongoDB.
RUN mkdir /data && chown node:node /data
ENV GOVGATE_DATA=/data
USER node
EXPOSE 8080
ENTRYPOINT ["node", "packages/server/dist/bin/cli.js"]
CMD ["serve"]

# One image; the argument is the role: `work`, `serve`, `watch`, or any other command (docs/running.md).

FROM node:20.20.2-bookworm-slim AS build
WORKDIR /src
# First what the packages depend on, so that a change of the sources does not install them again.
COPY package.json package-lock.json .npmrc ./
COPY provider/package.json provider/package.json
RUN ["npm", "ci", "--workspaces=false", "--ignore-scripts"]
COPY . .
RUN ["node", "build.js"]
RUN ["npm", "prune", "--workspaces=false", "--omit=dev", "--ignore-scripts"]

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production PORT=8080
WORKDIR /app
COPY --from=build /src/package.json ./
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/dist dist
COPY --from=build /src/schema/kinds schema/kinds
COPY --from=build /src/schema/published schema/published
# Nobody: owns no file of the image, and needs none that can be written.
USER 65532:65532
EXPOSE 8080
# Cloud Run asks /healthz and /readyz by itself; this is for everything else that runs images.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Process 1 is Almanac itself, which minds its signals: SIGTERM ends it within ten seconds.
ENTRYPOINT ["node", "/app/dist/almanac.js"]
CMD ["--help"]

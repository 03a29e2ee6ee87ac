FROM node:20.20-bookworm-slim AS build
WORKDIR /app
COPY . .
# Generates the database client and the contract's types, and builds the console.
RUN npm ci && npm prune --omit=dev --ignore-scripts

FROM node:20.20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/tmp/payment-agent
WORKDIR /app
COPY --from=build /app ./
USER node
EXPOSE 8080
# The role: all, gateway or worker.
ENTRYPOINT ["node", "--import", "tsx", "src/main.ts"]
CMD ["all"]

// Oxigraph as a store to compare with: knowledge_test.py starts it.
//
//   node oxigraph_store.cjs answer TRIPLES     answers SPARQL queries, one JSON text a line on standard input
//   node oxigraph_store.cjs serve TRIPLES      serves the SPARQL protocol on 127.0.0.1, prints its port
//
// An answer is a line of JSON: the milliseconds it took and the results in SPARQL's JSON, or what went wrong.
"use strict";
const fs = require("fs");
const http = require("http");
const readline = require("readline");
const { performance } = require("perf_hooks");
const oxigraph = require("oxigraph");

const [what, triples] = process.argv.slice(2);
const store = new oxigraph.Store();
store.load(fs.readFileSync(triples, "utf8"), { format: "application/n-triples", no_transaction: true });

function results(query) {
  return store.query(query, { results_format: "json" });
}

function answer(line) {
  const begin = performance.now();
  try {
    const found = JSON.parse(results(JSON.parse(line)));
    return { ms: performance.now() - begin, results: found };
  } catch (problem) {
    return { problem: String(problem) };
  }
}

function serve(request, response) {
  let body = "";
  request.on("data", (bytes) => (body += bytes));
  request.on("end", () => {
    try {
      const found = results(new URLSearchParams(body).get("query"));
      response.writeHead(200, { "Content-Type": "application/sparql-results+json" });
      response.end(found);
    } catch (problem) {
      response.writeHead(400, { "Content-Type": "text/plain" });
      response.end(String(problem));
    }
  });
}

if (what === "serve") {
  const server = http.createServer(serve);
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
} else {
  console.log(JSON.stringify({ triples: store.size }));
  const lines = readline.createInterface({ input: process.stdin });
  lines.on("line", (line) => console.log(JSON.stringify(answer(line))));
}

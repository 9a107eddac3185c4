#include "assay/tasks/cfq/kb/ntriples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <set>
#include <string>
#include <vector>

#include "assay/base/error_testing.h"
#include "assay/base/random.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/tasks/cfq/kb/ntriples_line.h"

namespace assay::cfq {
namespace {

#define FB "http://rdf.freebase.com/ns/"

constexpr std::string_view kDump =
    "<" FB "m.1>\t<" FB "film.director.film>\t<" FB
    "m.9>\t.\n"
    "<" FB "m.1> <" FB
    "type.object.name> \"Ann \\\"A\\\" Caf\\u00E9\"@en .\n"
    "<" FB "m.1>\t<" FB
    "type.object.name>\t\"Anne\"@fr\t.\n"
    "# a comment\n"
    "\n"
    "<" FB "m.1>\t<" FB "type.object.type>\t<" FB
    "film.director>\t.\r\n"
    "<" FB "m.9> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <" FB
    "film.film> . # so\n"
    "<" FB "m.9>\t<" FB
    "film.film.initial_release_date>\t\"1999\"^^<http://www.w3.org/2001/XMLSchema#gYear>\t.\n"
    "_:b0 <http://example.org/p> _:b1.\n";

TripleStore import_text(const std::string& path, const TripleFilter& filter, ImportCounts& counts,
                        unsigned jobs = 1) {
  Control control;
  control.jobs = jobs;
  return prepare_triple_store("", "test", control, [&](TripleStoreBuilder& builder) {
    const std::vector<std::string> files = {path};
    counts = import_ntriples(files, filter, builder, control);
  });
}

std::string exported(const TripleStore& store) {
  std::string text;
  export_ntriples(store, [&](std::string_view lines) { text += lines; });
  return text;
}

TEST(NTriples, AreImported) {
  const ScratchFolder folder;
  ImportCounts counts;
  const TripleStore store = import_text(folder.put("dump.nt", std::string(kDump)), {}, counts);
  EXPECT_EQ(counts.lines, 9U);
  EXPECT_EQ(counts.triples, 4U);
  EXPECT_EQ(counts.names, 1U);
  EXPECT_EQ(counts.literals, 2U);
  EXPECT_EQ(store.triples(), 4U);
  const Dictionary& dictionary = store.dictionary();
  EXPECT_EQ(dictionary.name(*dictionary.find("m.1")), "Ann \"A\" Caf\u00E9");
  EXPECT_EQ(store.members("film.film").size(), 1U);
  EXPECT_TRUE(store.relation("http://example.org/p")
                  .contains(*dictionary.find("_:b0"), *dictionary.find("_:b1")));
}

TEST(NTriples, TakeOnlyWhatAFilterNames) {
  const ScratchFolder folder;
  ImportCounts counts;
  const TripleStore store = import_text(folder.put("dump.nt", std::string(kDump)),
                                        {{"film.director.film"}, {"film.film"}}, counts);
  EXPECT_EQ(counts.triples, 2U);
  EXPECT_EQ(counts.filtered, 2U);
  EXPECT_EQ(store.triples(), 2U);
}

TEST(NTriples, ComeBackAsTheyWent) {
  const ScratchFolder folder;
  ImportCounts counts;
  const TripleStore store = import_text(folder.put("dump.nt", std::string(kDump)), {}, counts);
  const std::string text = exported(store);
  const TripleStore again = import_text(folder.put("again.nt", text), {}, counts);
  EXPECT_EQ(exported(again), text);
  EXPECT_EQ(again.triples(), store.triples());
}

TEST(NTriples, GiveTheSameStoreOnAnyNumberOfThreadsAndPacked) {
  std::string dump;
  for (int line = 0; line < 40000; ++line) {
    dump += "<" FB "m." + std::to_string(line * 7919 % 997) + ">\t<" FB "film.relation." +
            std::to_string(line % 7) + ">\t<" FB "m." + std::to_string(line % 1013) + ">\t.\n";
  }
  const ScratchFolder folder;
  ImportCounts counts;
  const std::string plain = folder.put("dump.nt", dump);
  const std::string packed = folder / "dump.nt.gz";
  auto* file = gzopen(packed.c_str(), "wb1");
  gzwrite(file, dump.data(), static_cast<unsigned>(dump.size()));
  gzclose(file);
  const std::string expected = exported(import_text(plain, {}, counts));
  EXPECT_EQ(counts.triples, 40000U);
  EXPECT_EQ(exported(import_text(plain, {}, counts, 3)), expected);
  EXPECT_EQ(exported(import_text(packed, {}, counts, 2)), expected);

  std::string bytes;
  {
    std::ifstream stream(packed, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(stream), {});
  }
  const std::string cut = folder.put("cut.nt.gz", bytes.substr(0, bytes.size() / 2));
  EXPECT_THAT([&] { import_text(cut, {}, counts, 2); }, fails(ErrorKind::kInput, "cut.nt.gz"));
}

TEST(NTriples, MalformedLinesAreNamed) {
  struct Case {
    std::string line;
    std::string problem;
  };
  const std::vector<Case> cases = {
      {"nonsense", ":3: no N-Triples: a subject, <IRI> or _:label, was expected at column 1"},
      {"<" FB "m.1>", "the line ends where a predicate, <IRI>, should follow"},
      {"<m.1> <p>", "the line ends where an object, <IRI>, _:label or \"literal\", should follow"},
      {"<m.1> <p> <m.2>", "the line ends where \".\" should follow"},
      {"<m.1> <p> <m.2> . <m.3>", "the end of the line was expected at column 19"},
      {"<m.1> <p> \"open .", "the line ends where the end of a literal, \", should follow"},
      {"<m.1> <p> \"x\"^^y .", "a data type, <IRI>, was expected at column 16"},
      {"<m.1> <p> \"x\"@ .", "a language was expected at column 15"},
      {"<m 1> <p> <m.2> .", "a subject, <IRI> or _:label, was expected at column 1"},
      {"<m.1> _:p <m.2> .", "a predicate, <IRI>, was expected at column 7"},
      {"_: <p> <m.2> .", "a subject, <IRI> or _:label, was expected at column 1"},
  };
  const ScratchFolder folder;
  for (const Case& each : cases) {
    const std::string file = folder.put("bad.nt", "<a> <b> <c> .\n\n" + each.line + "\nworse\n");
    ImportCounts counts;
    EXPECT_THAT([&] { import_text(file, {}, counts, 2); },
                fails(ErrorKind::kInput, "bad.nt:3: no N-Triples: "))
        << each.line;
    EXPECT_THAT([&] { import_text(file, {}, counts); }, fails(ErrorKind::kInput, each.problem))
        << each.line;
  }
}

// Damaged lines are read or refused, and what is read are parts of the line.
TEST(NTriples, AnyBytesAreReadOrRefused) {
  std::size_t refused = 0;
  for (std::uint32_t round = 0; round < 20000; ++round) {
    Stream stream(stream_key(4, "ntriples-test"), {Purpose::kUnit, round});
    std::string line = "<" FB "m.1> <" FB "type.object.name> \"Ann \\\"A\\\" \\u00E9\"@en . # so";
    for (std::uint64_t left = 1 + stream.below(3); left > 0; --left) {
      const std::size_t at = stream.below(line.size());
      const std::uint64_t kind = stream.below(3);
      const std::uint64_t byte = stream.below(256);
      if (kind == 0) line.erase(at, 1 + byte % 9);
      if (kind == 1) line[at] = static_cast<char>(byte);
      if (kind == 2) line.insert(at, 1, "<>\"\\@^_:. #"[byte % 12]);
      if (line.empty()) line = " ";
    }
    NTriple triple;
    std::string problem;
    const NTriplesLine kind = read_ntriples_line(line, triple, problem);
    refused += kind == NTriplesLine::kMalformed ? 1 : 0;
    ASSERT_EQ(kind == NTriplesLine::kMalformed, !problem.empty()) << line;
    if (kind != NTriplesLine::kTriple) continue;
    ASSERT_FALSE(triple.subject.empty()) << line;
    ASSERT_FALSE(triple.predicate.empty()) << line;
    unescaped_literal(triple.literal);
  }
  EXPECT_GT(refused, 2000U);
  EXPECT_LT(refused, 18000U);
}

TEST(NTriples, LiteralsAreUnescaped) {
  EXPECT_EQ(unescaped_literal("a\\tb\\\\c\\\"\\U0001F600\\u20AC\\u00e9"),
            "a\tb\\c\"\xF0\x9F\x98\x80\xE2\x82\xAC\xC3\xA9");
  EXPECT_EQ(unescaped_literal("\\uD800 \\x \\u12"), "\\uD800 \\x \\u12");
  EXPECT_EQ(unescaped_literal("end\\"), "end\\");
  EXPECT_EQ(unescaped_literal(""), "");
}

#undef FB

}  // namespace
}  // namespace assay::cfq

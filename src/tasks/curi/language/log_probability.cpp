#include <array>
#include <cstdint>

#include "assay/base/error.h"
#include "assay/tasks/curi/language/language.h"
#include "assay/tasks/curi/language/sentence_reader.h"

namespace assay::curi {

namespace {

struct Prime {
  std::uint64_t value;
  double logarithm;
};

// All chances of the grammar are products of these. Literals, since libraries' logarithms differ.
constexpr std::array<Prime, 4> kPrimes{{{2, 0.69314718055994530942},
                                        {3, 1.09861228866810969140},
                                        {5, 1.60943791243410037460},
                                        {7, 1.94591014905531330511}}};

// A product of powers of the primes.
class PrimePowers {
 public:
  void multiply(Chance chance) {
    for (std::size_t prime = 0; prime < kPrimes.size(); ++prime) {
      for (; chance.of % kPrimes[prime].value == 0; chance.of /= kPrimes[prime].value) {
        ++powers_[prime];
      }
      for (; chance.in % kPrimes[prime].value == 0; chance.in /= kPrimes[prime].value) {
        --powers_[prime];
      }
    }
    ASSAY_CHECK(chance.of == 1 && chance.in == 1);
  }
  double logarithm() const {
    double sum = 0;
    for (std::size_t prime = 0; prime < kPrimes.size(); ++prime) {
      sum += powers_[prime] * kPrimes[prime].logarithm;
    }
    return sum;
  }

 private:
  std::array<int, kPrimes.size()> powers_{};
};

}  // namespace

double log_probability(const Concept& words) {
  SentenceReader reader;
  for (const Token word : words.all()) {
    if (word != Token::kLambda) ASSAY_CHECK(reader.read(word));
  }
  // Both quantifiers have the same chance.
  if (!reader.is(Symbol::kStart)) ASSAY_CHECK(reader.read(Token::kExists));
  PrimePowers powers;
  for (const Production* production : reader.used()) powers.multiply(production->chance);
  return powers.logarithm();
}

}  // namespace assay::curi

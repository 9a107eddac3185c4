// A program with known faults, for testing the campaign: what it cannot find here, it finds
// nowhere.
//
// Its own file name is the fault that it has; `none` has none. `write` makes the folder `out` with
// data and manifest the careful way, `verify` compares them, `score` reads answers.jsonl and says
// how long it is, `generate` makes one row, and every other verb does nothing but what the fault
// says.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <string>

namespace {

std::string fault;

bool has(const char* name) { return fault == name; }

struct Failed {
  std::string file;
};

const std::string kData = std::string(3000, 'd') + "\n";

void write_all(int file, std::string bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && has("ignores_errors")) return;
    if (written < 0) throw Failed{name};
    if (has("believes_short_writes")) return;
    bytes.erase(0, static_cast<std::size_t>(written));
  }
}

int open_file(const std::string& name, int flags) {
  flags |= has("follows_links") ? 0 : O_NOFOLLOW;
  int file = ::open(name.c_str(), flags, 0666);
  while (file < 0 && errno == EINTR) file = ::open(name.c_str(), flags, 0666);
  if (file < 0) throw Failed{name};
  return file;
}

void write_file(const std::string& name, const std::string& bytes) {
  const std::string unfinished = has("writes_in_place") ? name : name + ".part";
  const int file = open_file(unfinished, O_WRONLY | O_CREAT | O_TRUNC);
  write_all(file, bytes.substr(0, bytes.size() / 2), name);
  write_all(file, bytes.substr(bytes.size() / 2), name);
  ::close(file);
  if (unfinished != name && ::rename(unfinished.c_str(), name.c_str()) != 0) throw Failed{name};
}

std::string read_file(const std::string& name) {
  const int file = open_file(name, O_RDONLY);
  std::string bytes;
  char chunk[4096];
  for (;;) {
    const ssize_t length = ::read(file, chunk, sizeof chunk);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) throw Failed{name};
    if (length == 0) break;
    bytes.append(chunk, static_cast<std::size_t>(length));
  }
  ::close(file);
  return bytes;
}

bool exists(const std::string& name) {
  struct stat status {};
  if (::stat(name.c_str(), &status) == 0) return true;
  if (errno != ENOENT && !has("cannot_look_is_absent")) throw Failed{name};
  return false;
}

// Held until the process ends. Says who holds it where it is taken.
void take_lock() {
  const int lock = open_file("out/lock", O_RDWR | O_CREAT);
  int taken = ::flock(lock, LOCK_EX | LOCK_NB);
  while (taken != 0 && errno == EINTR) taken = ::flock(lock, LOCK_EX | LOCK_NB);
  if (taken != 0 && errno != EWOULDBLOCK) throw Failed{"out/lock"};
  if (taken != 0) {
    std::string holder = read_file("out/lock");
    for (; holder.empty(); holder = read_file("out/lock")) ::usleep(1000);  // it comes just now
    std::fprintf(stderr, "out: in use by host:%s\n", holder.c_str());
    std::exit(has("wrong_code_when_in_use") ? 2 : 4);
  }
  if (::ftruncate(lock, 0) != 0) throw Failed{"out/lock"};
  write_all(lock, std::to_string(::getpid()), "out/lock");
}

int write_set() {
  const bool was_begun = exists("out");
  if (!was_begun && ::mkdir("out", 0777) != 0 && errno != EEXIST) throw Failed{"out"};
  if (!has("has_no_lock")) take_lock();
  if (has("opens_a_socket")) ::close(::socket(AF_INET, SOCK_STREAM, 0));
  const bool loses = has("loses_a_byte") && exists("out/data") && !exists("out/manifest.json");
  if (has("manifest_first")) write_file("out/manifest.json", "whole\n");
  write_file("out/data", loses ? kData.substr(1) : kData);
  write_file("out/manifest.json", "whole\n");
  void* memory = std::malloc(100);
  if (memory == nullptr && has("aborts_without_memory")) std::abort();
  if (memory == nullptr) throw Failed{"memory"};
  std::free(memory);
  return 0;
}

int verify_set() {
  if (has("sees_nothing")) return 0;
  const bool is_whole = exists("out/data") && read_file("out/data") == kData &&
                        read_file("out/manifest.json") == "whole\n";
  if (!is_whole)
    std::puts(has("names_nothing") ? "bad" : "out/data or out/manifest.json is damaged");
  return is_whole ? 0 : 1;
}

int score_answers() {
  const std::string answers = read_file("answers.jsonl");
  if (has("repeats_answers")) std::fwrite(answers.data(), 1, answers.size(), stdout);
  const std::clock_t begin = std::clock();
  while (has("runs_for_long") && std::clock() - begin < 5 * CLOCKS_PER_SEC / 4) {
  }
  std::printf("%zu\n", answers.size());
  return 0;
}

int generate_row() {
  ::mkdir("set", 0777);
  ::mkdir("set/data", 0777);
  write_file("set/data/rows", "{\"target\":\"x\"}\n");
  return 0;
}

int do_other() {
  if (has("writes_outside")) write_file("../canary/new", "x");
  if (has("reads_outside")) std::printf("%zu\n", read_file("../canary/secret").size());
  if (has("follows_links")) ::close(open_file("out", O_WRONLY | O_TRUNC));
  if (has("is_greedy")) {
    void* volatile memory = std::malloc(300U << 20U);
    std::free(memory);
  }
  return 0;
}

int run(const std::string& verb) {
  if (verb == "write") return write_set();
  if (verb == "verify") return verify_set();
  if (verb == "score") return score_answers();
  if (verb == "generate") return generate_row();
  return do_other();
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 2;
  try {
    const std::string own_path = words[0];
    fault = own_path.substr(own_path.rfind('/') + 1);
    return run(words[1]);
  } catch (const Failed& failed) {
    std::fprintf(stderr, "%s: %s\n", failed.file.c_str(), std::strerror(errno));
    return 4;
  } catch (const std::bad_alloc&) {
    std::fputs("no memory\n", stderr);
    return 4;
  }
}

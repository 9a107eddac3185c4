#include "campaign.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "assay/base/hash.h"

namespace assay::campaign {

namespace {

constexpr std::size_t kRounds = 50;  // a round takes this part of what an attack wants

// The points of one job under one attack, in the order in which they are run.
struct Queue {
  const Attack* attack;
  const Job* job;
  Result* result;
  std::vector<std::string> points;
  bool is_listed = false;
  std::size_t next = 0;
};

// Hands out points to workers: attacks take turns, and within one its jobs do.
class Schedule {
 public:
  Schedule(Stage& stage, const std::vector<Attack>& attacks, const Choice& choice,
           std::vector<Result>& results);

  struct Item {
    Queue* queue = nullptr;
    std::string point;
  };
  std::optional<Item> next();
  std::vector<const Job*> light_jobs() const;
  std::mutex& mutex() { return mutex_; }

 private:
  struct Turn {  // of an attack
    std::vector<Queue> queues;
    std::size_t each_round = 1;
    std::size_t left = 0;  // in this round
    std::size_t at = 0;    // queue
    std::size_t most = 0;  // points in all
  };
  void list(Queue& queue);
  std::optional<Item> next_of(Turn& turn);

  Stage& stage_;
  const Choice& choice_;
  std::vector<Result>& results_;
  std::vector<Turn> turns_;
  std::size_t at_ = 0;
  std::mutex mutex_;
};

bool is_chosen(const Choice& choice, const Attack& attack) {
  return choice.attacks.empty() ||
         std::ranges::find(choice.attacks, attack.name) != choice.attacks.end();
}

Schedule::Schedule(Stage& stage, const std::vector<Attack>& attacks, const Choice& choice,
                   std::vector<Result>& results)
    : stage_(stage), choice_(choice), results_(results) {
  results_.reserve(attacks.size());
  for (const Attack& attack : attacks) {
    if (!is_chosen(choice, attack)) continue;
    Result& result = results_.emplace_back();
    result.attack = attack.name;
    result.wanted = attack.wanted;
    result.skipped = attack.obstacle(stage);
    if (!result.skipped.empty()) continue;
    Turn turn;
    for (const Job& job : stage.jobs()) {
      if (!choice.job.empty() && job.name != choice.job) continue;
      if (!choice.point.empty() ||
          (attack.fits(job) && !(choice.is_fast && job.weight != Weight::kLight))) {
        turn.queues.push_back({&attack, &job, &result, {}});
      }
    }
    turn.each_round =
        choice.is_fast ? attack.fast : std::max<std::size_t>(1, attack.wanted / kRounds);
    turn.left = turn.each_round;
    turn.most = choice.is_fast     ? attack.fast
                : choice.is_enough ? attack.wanted
                                   : static_cast<std::size_t>(-1);
    turns_.push_back(std::move(turn));
  }
}

std::vector<const Job*> Schedule::light_jobs() const {
  std::vector<const Job*> jobs;
  for (const Turn& turn : turns_) {
    for (const Queue& queue : turn.queues) {
      if (queue.job->weight == Weight::kLight) jobs.push_back(queue.job);
    }
  }
  return jobs;
}

void Schedule::list(Queue& queue) {
  queue.is_listed = true;
  if (!choice_.point.empty()) {
    queue.points = {choice_.point};
    return;
  }
  constexpr double kLongMinutes = 60;
  const bool is_long =
      !choice_.is_fast && (choice_.minutes == 0 || choice_.minutes >= kLongMinutes);
  try {
    queue.points = queue.attack->points(stage_, *queue.job, {choice_.seed, is_long});
  } catch (const std::exception& problem) {
    queue.result->findings.push_back({queue.job->name, "list", problem.what()});
  }
}

// The next point of the attack whose turn it is: one of each job before any gives a second.
std::optional<Schedule::Item> Schedule::next_of(Turn& turn) {
  for (std::size_t tried = 0; tried < turn.queues.size(); ++tried) {
    Queue& queue = turn.queues[turn.at];
    turn.at = (turn.at + 1) % turn.queues.size();
    if (!queue.is_listed) list(queue);
    if (queue.next == queue.points.size()) continue;
    const std::size_t place =
        spread_place(queue.next++, queue.points.size(), hash64(queue.job->name, choice_.seed));
    return Item{&queue, queue.points[place]};
  }
  return std::nullopt;
}

std::optional<Schedule::Item> Schedule::next() {
  const std::lock_guard<std::mutex> guard(mutex_);
  std::size_t idle = 0;
  while (!turns_.empty() && idle < turns_.size()) {
    Turn& turn = turns_[at_];
    std::optional<Item> item;
    if (turn.left > 0 && turn.most > 0) item = next_of(turn);
    if (item) {
      --turn.left;
      --turn.most;
      return item;
    }
    idle = turn.left == turn.each_round ? idle + 1 : 0;  // a whole round gave nothing
    turn.left = turn.each_round;
    at_ = (at_ + 1) % turns_.size();
  }
  return std::nullopt;
}

// Undisturbed runs, several at a time; what goes wrong is found again when points are listed.
void prepare_jobs(Stage& stage, const std::vector<const Job*>& jobs, std::size_t workers) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < jobs.size() && !is_interrupted();) {
      try {
        stage.reference(*jobs[i]);
      } catch (const std::exception&) {
        continue;
      }
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < workers; ++i) threads.emplace_back(work);
}

std::string key_of(const Schedule::Item& item) {
  return item.queue->attack->name + "\t" + item.queue->job->name + "\t" + item.point;
}

std::string run_item(Stage& stage, const Schedule::Item& item) {
  try {
    return item.queue->attack->run(stage, *item.queue->job, item.point);
  } catch (const std::exception& problem) {
    return std::string("the campaign itself: ") + problem.what();
  }
}

}  // namespace

std::size_t spread_place(std::size_t i, std::size_t size, std::uint64_t start) {
  constexpr double kGolden = 0.6180339887498949;
  auto step =
      std::max<std::size_t>(1, static_cast<std::size_t>(kGolden * static_cast<double>(size)));
  while (std::gcd(step, size) != 1) ++step;
  return static_cast<std::size_t>((start % size + i % size * step) % size);
}

PointJournal::PointJournal(const std::string& path) {
  std::ifstream earlier(path);
  for (std::string line; std::getline(earlier, line);) {
    const std::size_t at = line.rfind('\t');  // attack, job, point, problem
    if (at != std::string::npos) done_[line.substr(0, at)] = line.substr(at + 1);
  }
  file_.open(path, std::ios::app);
}

std::optional<std::string> PointJournal::find(const std::string& key) const {
  const std::lock_guard<std::mutex> guard(mutex_);
  const auto found = done_.find(key);
  return found == done_.end() ? std::nullopt : std::optional(found->second);
}

void PointJournal::add(const std::string& key, const std::string& problem) {
  const std::lock_guard<std::mutex> guard(mutex_);
  std::string line = problem;
  std::ranges::replace(line, '\t', ' ');
  std::ranges::replace(line, '\n', ' ');
  done_[key] = line;
  file_ << key << '\t' << line << '\n' << std::flush;
}

std::string repeating_command(const Stage& stage, const Result& result, const Finding& finding,
                              std::uint64_t seed) {
  std::ostringstream command;
  command << "assay_campaign --program " << stage.paths().program << " --shims "
          << stage.paths().shims << " --work " << stage.paths().work << " --attack "
          << result.attack << " --job " << finding.job;
  if (finding.point != "list") command << " --point '" << finding.point << "'";
  if (seed != 1) command << " --seed " << seed;
  return command.str();
}

std::vector<Result> run_campaign(Stage& stage, const std::vector<Attack>& attacks,
                                 const Choice& choice, PointJournal& journal, const Say& say) {
  std::vector<Result> results;
  Schedule schedule(stage, attacks, choice, results);
  for (const Result& result : results) {
    if (!result.skipped.empty()) say(result.attack + ": skipped: " + result.skipped);
  }
  prepare_jobs(stage, schedule.light_jobs(), std::max<std::size_t>(1, choice.workers));
  const double end = choice.minutes > 0 ? now() + choice.minutes * 60 : 1e300;
  const bool is_repeated = !choice.point.empty();  // a point by name is run again
  std::atomic<std::uint64_t> count = 0;
  const auto work = [&] {
    while (!is_interrupted() && now() < end) {
      const std::optional<Schedule::Item> item = schedule.next();
      if (!item) return;
      const double began = now();
      std::optional<std::string> problem;
      if (!is_repeated) problem = journal.find(key_of(*item));
      const bool is_new = !problem;
      if (is_new) problem = run_item(stage, *item);
      if (is_new && is_interrupted()) return;  // what ran then may have been disturbed
      if (is_new) journal.add(key_of(*item), *problem);
      const std::lock_guard<std::mutex> guard(schedule.mutex());
      Result& result = *item->queue->result;
      ++result.points;
      ++result.kinds[item->queue->attack->kind(item->point)];
      result.jobs.insert(item->queue->job->name);
      result.seconds += now() - began;
      if (!problem->empty()) {
        result.findings.push_back({item->queue->job->name, item->point, *problem});
        say(result.attack + " " + item->queue->job->name + " " + item->point + ": " + *problem);
      }
      constexpr std::uint64_t kProgress = 500;
      if (++count % kProgress == 0) say(std::to_string(count) + " points");
    }
  };
  std::vector<std::jthread> workers;
  for (std::size_t i = 0; i < std::max<std::size_t>(1, choice.workers); ++i)
    workers.emplace_back(work);
  workers.clear();
  return results;
}

}  // namespace assay::campaign

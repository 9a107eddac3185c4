#include "assay/tasks/cfq/kb/world_companies.h"

#include <vector>

#include "assay/tasks/cfq/kb/world_names.h"

namespace assay::cfq {

void make_companies(WorldSociety& world) {
  for (std::uint64_t number = 0; number < world.companies(); ++number) {
    Stream name = world.draw(Drawn::kCompanyName, number);
    const Place company = world.new_node(company_name(name, world.companies()));
    world.builder().add_type(company, world.type("business.employer"));
    world.add_company(company);
  }
}

namespace {

void found(WorldSociety& world, std::uint64_t founder, std::uint64_t company) {
  world.say(world.person(founder).node, "organization.organization_founder.organizations_founded",
            world.company(company));
}

void acquire(WorldSociety& world, std::uint64_t buyer, std::uint64_t company) {
  world.say_through(world.company(buyer), "organization.organization.companies_acquired",
                    "business.acquisition.company_acquired", world.company(company));
}

}  // namespace

void relate_company(WorldSociety& world, std::uint64_t number) {
  Stream stream = world.draw(Drawn::kCompany, number);
  const std::uint64_t circle = number / kCompaniesPerCircle;
  const std::vector<std::uint64_t> makers = world.draw_makers(stream, circle);
  for (const std::uint64_t founder : makers) {
    found(world, founder, number);
    if (chance(stream, 60)) world.employ(world.company(number), world.person(founder).node);
  }
  if (chance(stream, 60)) {
    for (std::uint64_t left = draw_few(stream, 35, 4); left > 0; --left) {
      const std::uint64_t founder = world.draw_person(stream, circle, 2);
      found(world, founder, number);
      if (chance(stream, 40)) world.employ(world.company(number), world.person(founder).node);
    }
  }
  if (number == 0) return;
  for (std::uint64_t left = draw_few(stream, 20, 3); left > 0; --left) {
    const std::uint64_t owner = skewed_rank(stream, number);
    const bool is_bought = chance(stream, 40);
    const bool is_child = chance(stream, 40);
    if (is_child) {
      world.say_through(world.company(owner), "organization.organization.child",
                        "organization.organization_relationship.child", world.company(number));
    }
    if (is_bought) acquire(world, owner, number);
    if (chance(stream, 4)) acquire(world, number, owner);  // bought back
  }
  const std::uint64_t founder = skewed_rank(stream, number);
  if (chance(stream, 8)) {
    world.say(world.company(founder), "organization.organization_founder.organizations_founded",
              world.company(number));
  }
}

}  // namespace assay::cfq

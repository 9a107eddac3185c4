// What this process may do to mounts and networks without anybody outside noticing.
#pragma once

#include <string>

namespace assay::campaign {

// Starts the program again where it has mounts of its own, as root or as root of a namespace of its
// own; returns when that was done already or cannot be.
void enter_own_mounts(char** words);

// Why disks cannot be mounted; empty: they can.
std::string mount_obstacle();

// The flags of unshare that leave a command without a network; empty where that is not allowed.
std::string without_network();

}  // namespace assay::campaign

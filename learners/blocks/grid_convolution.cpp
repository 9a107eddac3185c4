#include "assay/learners/blocks/grid_convolution.h"

#include <algorithm>
#include <cstdlib>

#include "assay/learners/numbers/row_moves.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

// One offset from a cell of the output to a node.
struct Offset {
  std::int64_t first = 0;           // the smallest kernel that reaches so far; all wider ones do
  std::vector<std::int64_t> slots;  // its weights in each of these kernels, counted through all
  std::vector<std::int32_t> nodes;  // that have such a cell
  std::vector<std::int32_t> cells;  // those
};

// The offsets of the widest kernel that any node uses.
struct Offsets : torch::CustomClassHolder {
  std::vector<Offset> all;
};

void find_pairs(Offset& offset, std::int64_t down, std::int64_t right, const OccupiedCells& where) {
  for (std::int32_t node = 0; node < where.nodes(); ++node) {
    const std::int64_t place = where.places[static_cast<std::size_t>(node)];
    const std::int64_t cell = place % where.cells();
    const std::int64_t row = cell / where.grid - down;
    const std::int64_t column = cell % where.grid - right;
    if (row < 0 || row >= where.grid || column < 0 || column >= where.grid) continue;
    offset.nodes.push_back(node);
    offset.cells.push_back(static_cast<std::int32_t>(place - cell + row * where.grid + column));
  }
}

c10::intrusive_ptr<Offsets> offsets_of(const std::vector<std::int64_t>& sides,
                                       const OccupiedCells& where) {
  auto offsets = c10::make_intrusive<Offsets>();
  const std::int64_t widest = sides.back() / 2;
  for (std::int64_t down = -widest; down <= widest; ++down) {
    for (std::int64_t right = -widest; right <= widest; ++right) {
      Offset offset;
      std::int64_t begin = 0;  // of the kernel's weights
      for (const std::int64_t side : sides) {
        const std::int64_t radius = side / 2;
        if (radius < std::max(std::abs(down), std::abs(right))) {
          ++offset.first;
        } else {
          offset.slots.push_back(begin + (down + radius) * side + right + radius);
        }
        begin += side * side;
      }
      find_pairs(offset, down, right, where);
      if (!offset.nodes.empty()) offsets->all.push_back(std::move(offset));
    }
  }
  return offsets;
}

// [inputs, channels of all kernels that reach it], side by side.
Tensor weights_of(const Tensor& kernels, const Offset& offset) {
  std::vector<Tensor> parts;
  for (const std::int64_t slot : offset.slots) parts.push_back(kernels[slot]);
  return parts.size() == 1 ? parts[0] : at::cat(parts, 1);
}

template <typename Real>
Columns<Real> columns_of(const Tensor& tensor, std::int64_t first) {
  const std::int64_t stride = tensor.size(-1);
  return {.first = tensor.data_ptr<std::remove_const_t<Real>>() + first,
          .stride = static_cast<std::size_t>(stride),
          .width = static_cast<std::size_t>(stride - first)};
}

// Rows of a contiguous tensor, from column `first` on.
Tensor picked(const Tensor& from, const std::vector<std::int32_t>& rows, std::int64_t first) {
  const Tensor made =
      at::empty({static_cast<std::int64_t>(rows.size()), from.size(-1) - first}, from.options());
  if (from.scalar_type() == at::kDouble) {
    pick_rows(columns_of<const double>(from, first), rows, made.data_ptr<double>());
  } else {
    pick_rows(columns_of<const float>(from, first), rows, made.data_ptr<float>());
  }
  return made;
}

void add_to(const Tensor& to, const std::vector<std::int32_t>& rows, std::int64_t first,
            const Tensor& what) {
  if (to.scalar_type() == at::kDouble) {
    add_rows(what.data_ptr<double>(), rows, columns_of<double>(to, first));
  } else {
    add_rows(what.data_ptr<float>(), rows, columns_of<float>(to, first));
  }
}

// What autograd does not take as an argument.
struct ConvolutionPlan {
  c10::intrusive_ptr<Offsets> offsets;
  std::int64_t places;
};

struct ConvolutionFunction : Function<ConvolutionFunction> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& kernels,
                        const Tensor& bias, const ConvolutionPlan& plan) {
    const std::int64_t channels = kernels.size(2);
    Tensor out = bias.unsqueeze(0).expand({plan.places, bias.size(0)}).contiguous();
    for (const Offset& offset : plan.offsets->all) {
      const Tensor product = at::mm(picked(x, offset.nodes, 0), weights_of(kernels, offset));
      add_to(out, offset.cells, offset.first * channels, product);
    }
    context->save_for_backward({x, kernels});
    context->saved_data["offsets"] = c10::IValue::make_capsule(plan.offsets);
    return out;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    const tensor_list saved = context->get_saved_variables();
    const Tensor& x = saved[0];
    const Tensor& kernels = saved[1];
    const auto offsets =
        c10::static_intrusive_pointer_cast<Offsets>(context->saved_data["offsets"].toCapsule());
    const Tensor gradient = gradients[0].contiguous();
    const std::int64_t channels = kernels.size(2);
    Tensor x_grad = x.requires_grad() ? at::zeros_like(x) : Tensor();
    const Tensor kernels_grad = at::zeros_like(kernels);
    for (const Offset& offset : offsets->all) {
      const Tensor at_cells = picked(gradient, offset.cells, offset.first * channels);
      const Tensor of_weights = at::mm(picked(x, offset.nodes, 0).t(), at_cells);
      for (std::size_t k = 0; k < offset.slots.size(); ++k) {
        kernels_grad[offset.slots[k]].copy_(
            of_weights.narrow(1, static_cast<std::int64_t>(k) * channels, channels));
      }
      if (x_grad.defined())
        add_to(x_grad, offset.nodes, 0, at::mm(at_cells, weights_of(kernels, offset).t()));
    }
    return {x_grad, kernels_grad, gradient.sum(0), Tensor()};
  }
};

}  // namespace

GridConvolution GridConvolution::make(Parameters& parameters, const std::string& name,
                                      const std::vector<std::int64_t>& sides, std::int64_t inputs,
                                      std::int64_t channels) {
  GridConvolution made{.sides = sides, .kernels = {}, .biases = {}};
  for (const std::int64_t side : sides) {
    const Start start = Start::within(inputs * side * side);
    const std::string own = name + "." + std::to_string(side);
    made.kernels.push_back(parameters.add(own, {side * side, inputs, channels}, start));
    made.biases.push_back(parameters.add(own + ".bias", {channels}, start));
  }
  return made;
}

Tensor GridConvolution::operator()(const Tensor& x, const OccupiedCells& where) const {
  if (!x.is_cpu()) return plain(x, where);
  const ConvolutionPlan plan{.offsets = offsets_of(sides, where),
                             .places = where.rows * where.cells()};
  return ConvolutionFunction::apply(x.contiguous(), at::cat(kernels, 0), at::cat(biases, 0), plan)
      .view({where.rows, where.cells(), -1});
}

Tensor GridConvolution::plain(const Tensor& x, const OccupiedCells& where) const {
  const std::int64_t inputs = x.size(1);
  const Tensor cells = spread_on_cells(x, where)
                           .view({where.rows, where.grid, where.grid, inputs})
                           .permute({0, 3, 1, 2});
  std::vector<Tensor> parts;
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const Tensor weight =
        kernels[k].view({sides[k], sides[k], inputs, -1}).permute({3, 2, 0, 1}).contiguous();
    parts.push_back(at::conv2d(cells.contiguous(), weight, biases[k], 1, sides[k] / 2));
  }
  return at::cat(parts, 1).flatten(2).transpose(1, 2);
}

Tensor spread_on_cells(const Tensor& x, const OccupiedCells& where) {
  const Tensor places = at::empty({where.nodes()}, at::kLong);
  std::copy(where.places.begin(), where.places.end(), places.data_ptr<std::int64_t>());
  return at::zeros({where.rows * where.cells(), x.size(1)}, x.options())
      .index_add(0, places.to(x.device()), x)
      .view({where.rows, where.cells(), -1});
}

}  // namespace assay::learners

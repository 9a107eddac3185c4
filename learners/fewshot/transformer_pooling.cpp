// A Transformer over the things of a scene, normalised behind each block, without positions; then
// the largest, the smallest, the sum and the mean of what comes out.
#include "assay/learners/blocks/attend.h"
#include "assay/learners/blocks/linear.h"
#include "assay/learners/fewshot/pooling.h"

namespace assay::learners {

namespace {

constexpr double kDeviation = 0.02;
constexpr double kLeastVariance = 1e-5;

Linear normal_linear(Parameters& parameters, const std::string& name, std::int64_t inputs,
                     std::int64_t outputs) {
  return {.weight = parameters.add(name + ".weight", {inputs, outputs}, Start::normal(kDeviation)),
          .bias = parameters.add(name + ".bias", {outputs}, Start::constant(0))};
}

struct Norm {
  Tensor scale, shift;

  static Norm make(Parameters& parameters, const std::string& name, std::int64_t width) {
    return {.scale = parameters.add(name + ".scale", {width}, Start::constant(1)),
            .shift = parameters.add(name + ".shift", {width}, Start::constant(0))};
  }
  Tensor operator()(const Tensor& x) const {
    return at::layer_norm(x, scale.sizes(), scale, shift, kLeastVariance);
  }
};

struct SetLayer {
  Linear query, key_value, joined, inner, outer;
  Norm attended_norm, block_norm;

  static SetLayer make(Parameters& parameters, const std::string& name, const FewshotRecipe& recipe,
                       std::int64_t width) {
    return {.query = normal_linear(parameters, name + ".query", width, width),
            .key_value = normal_linear(parameters, name + ".key_value", width, 2 * width),
            .joined = normal_linear(parameters, name + ".joined", width, width),
            .inner = normal_linear(parameters, name + ".inner", width, recipe.filter),
            .outer = normal_linear(parameters, name + ".outer", recipe.filter, width),
            .attended_norm = Norm::make(parameters, name + ".attended_norm", width),
            .block_norm = Norm::make(parameters, name + ".block_norm", width)};
  }

  Tensor operator()(const Tensor& x, std::int64_t heads, const Sight& sight,
                    Dropout& dropout) const {
    const Tensor read = attend(query(x), key_value(x), heads, sight, dropout);
    const Tensor y = attended_norm(dropout.add(x, joined(read)));
    return block_norm(dropout.add(y, outer(dropout.apply_relu(inner(y)))));
  }
};

class TransformerPooling : public Pooling {
 public:
  TransformerPooling(const FewshotRecipe& recipe, const VectorShape& shape, Parameters& parameters)
      : heads_(recipe.heads) {
    for (std::int64_t layer = 0; layer < recipe.layers; ++layer) {
      layers_.push_back(
          SetLayer::make(parameters, "transformer." + std::to_string(layer), recipe, shape.width));
    }
    output_ = normal_linear(parameters, "transformer.output", 4 * shape.width, recipe.features);
  }

  Tensor operator()(const SceneVectors& scenes, const Pass& /*pass*/,
                    Dropout& dropout) const override {
    if (scenes.has_absent) {
      Tensor x = at_places(scenes);
      for (const SetLayer& layer : layers_) x = layer(x, heads_, {}, dropout);
      return read_out(x, x, x, static_cast<double>(scenes.places));
    }
    const Room room = room_of(scenes);
    Tensor x = scenes.vectors.index_select(0, room.rows).view({scenes.scenes(), room.width, -1});
    for (const SetLayer& layer : layers_)
      x = layer(x, heads_, {.is_causal = false, .lengths = room.lengths}, dropout);
    const Tensor is_free = room.is_free.unsqueeze(-1);
    constexpr double kFar = 1e9;
    return read_out(x.masked_fill(is_free, -kFar), x.masked_fill(is_free, kFar),
                    x.masked_fill(is_free, 0), room.lengths.to(x.scalar_type()).unsqueeze(-1));
  }

 private:
  // Where scenes of different sizes stand side by side.
  struct Room {
    std::int64_t width = 0;
    Tensor rows;     // [scenes * width]: which vector stands there; any where none does
    Tensor is_free;  // [scenes, width]
    Tensor lengths;  // [scenes]
  };

  static Room room_of(const SceneVectors& scenes) {
    Room room;
    for (std::int64_t scene = 0; scene < scenes.scenes(); ++scene)
      room.width = std::max(room.width, scenes.things_of(scene));
    room.rows = at::zeros({scenes.scenes(), room.width}, at::kLong);
    room.is_free = at::ones({scenes.scenes(), room.width}, at::kBool);
    room.lengths = at::empty({scenes.scenes()}, at::kLong);
    for (std::int64_t scene = 0; scene < scenes.scenes(); ++scene) {
      const std::int64_t count = scenes.things_of(scene);
      room.lengths.data_ptr<std::int64_t>()[scene] = count;
      for (std::int64_t place = 0; place < count; ++place) {
        const std::int64_t at = scene * room.width + place;
        room.rows.data_ptr<std::int64_t>()[at] =
            scenes.starts[static_cast<std::size_t>(scene)] + place;
        room.is_free.data_ptr<bool>()[at] = false;
      }
    }
    room.rows = room.rows.view({-1});
    return room;
  }

  template <typename Count>
  Tensor read_out(const Tensor& for_most, const Tensor& for_least, const Tensor& for_sum,
                  const Count& count) const {
    const Tensor sum = for_sum.sum(1);
    return output_(at::cat({for_most.amax(1), for_least.amin(1), sum, sum / count}, 1));
  }

  std::int64_t heads_;
  std::vector<SetLayer> layers_;
  Linear output_;
};

}  // namespace

std::unique_ptr<Pooling> make_transformer_pooling(const FewshotRecipe& recipe,
                                                  const VectorShape& shape,
                                                  Parameters& parameters) {
  return std::make_unique<TransformerPooling>(recipe, shape, parameters);
}

}  // namespace assay::learners

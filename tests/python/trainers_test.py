"""Rewards inside TRL's own trainer, on a model that is tiny and made here; a curriculum in reasoning-gym's own experiment."""

import os
import tempfile
import unittest

import assay


def tiny_model(texts):
    """A model of two layers with random weights, and a tokenizer of the words of these texts."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    words = Tokenizer(models.WordLevel(unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    words.train_from_iterator(texts, trainers.WordLevelTrainer(special_tokens=["<unk>", "<pad>", "<eos>"]))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="<unk>", pad_token="<pad>", eos_token="<eos>")
    torch.manual_seed(1)
    size = GPT2Config(
        vocab_size=len(tokenizer), n_positions=2048, n_embd=16, n_layer=2, n_head=2, bos_token_id=2, eos_token_id=2, pad_token_id=1
    )
    return GPT2LMHeadModel(size), tokenizer


class Trl(unittest.TestCase):
    def test_rewards_reach_the_trainer(self):
        try:
            import torch
            from datasets import Dataset
            from trl import GRPOConfig, GRPOTrainer
        except ImportError as problem:
            self.skipTest(str(problem))
        from assay.integrations.trl import reward, rows_for_trl

        rows = rows_for_trl("scan", 8, seed=1, difficulty=0) + rows_for_trl("logic", 8, seed=1)
        model, tokenizer = tiny_model([row["prompt"] + row["target"] for row in rows])
        seen = []

        def judged(completions, assay_row, **more):
            # Every fourth completion is the reference answer, every fifth is silent.
            texts = list(completions)
            for place in range(0, len(texts), 4):
                texts[place] = more["target"][place]
            for place in range(1, len(texts), 4):
                texts[place] = ""
            scores = reward(completions=texts, assay_row=assay_row, **more)
            seen.append(scores)
            return scores

        with tempfile.TemporaryDirectory() as folder:
            settings = GRPOConfig(
                output_dir=folder, per_device_train_batch_size=8, num_generations=4, max_completion_length=8, max_steps=2,
                report_to=[], use_cpu=True, logging_steps=1, save_strategy="no", disable_tqdm=True, seed=1,
            )  # fmt: skip
            trainer = GRPOTrainer(
                model=model, reward_funcs=[judged, reward], args=settings, train_dataset=Dataset.from_list(rows), processing_class=tokenizer
            )
            before = [parameter.detach().clone() for parameter in model.parameters()]
            trainer.train()
        self.assertGreaterEqual(len(seen), 2)
        for scores in seen:
            self.assertEqual(scores[0::4], [1.0] * (len(scores) // 4))
            self.assertEqual(scores[1::4], [None] * (len(scores) // 4))
        logged = [line for line in trainer.state.log_history if "rewards/judged/mean" in line]
        self.assertEqual(len(logged), 2)
        for line in logged:  # what is not judged is left out of the mean: 1 of 3 is right, not 1 of 4
            self.assertAlmostEqual(line["rewards/judged/mean"], 1 / 3, places=4)
        self.assertTrue(any(not torch.equal(a, b) for a, b in zip(before, model.parameters())))


class Curricula(unittest.TestCase):
    def test_levels_rise_in_its_own_experiment(self):
        import reasoning_gym
        from reasoning_gym.coaching import CurriculumExperiment, CurriculumExperimentConfig
        from reasoning_gym.coaching.curriculum_config import CurriculumAttributeConfig
        from reasoning_gym.factory import create_curriculum

        import assay.integrations.reasoning_gym as registered

        for name in registered.NAMES:
            task = name.removeprefix(registered.PREFIX)
            curriculum = create_curriculum(name)
            levels = assay.describe(task)["difficulty"]
            for level in range(10):
                self.assertEqual(curriculum.get_attr_level("difficulty"), level)
                config = curriculum.generate_configuration({"size": 2, "seed": 5})
                data = reasoning_gym.create_dataset(name, **{field: getattr(config, field) for field in ("size", "seed", "difficulty")})
                entry = data[0]
                self.assertEqual(entry["metadata"]["difficulty"], {"difficulty": level})
                self.assertEqual(entry["metadata"]["row"]["id"], assay.stream(task, seed=5, rules=False, **levels[level]).with_prompt(0)["id"])
                self.assertEqual(data.score_answer(entry["answer"], entry), 1.0)
                self.assertEqual(curriculum.increment_attr_level("difficulty"), level < 9)

        wanted = {"assay_scan": CurriculumAttributeConfig(attribute_levels={"*": 0}, weight=1.0)}
        experiment = CurriculumExperiment(
            name="levels", config=CurriculumExperimentConfig(curricula=wanted), size=20, seed=3
        )
        for level in range(3):
            for index in range(4):
                entry = experiment.get_dataset_entry(index)
                self.assertEqual(entry["metadata"]["difficulty"], {"difficulty": level})
                self.assertEqual(experiment.score_answer_with_id(entry["answer"], entry["metadata"]["entry_id"]), 1.0)
            experiment.update_difficulty("assay_scan", "increment")


if __name__ == "__main__":
    unittest.main()
